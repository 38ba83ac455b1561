import { expect, test } from '@jest/globals';
import { planRequired, requestedAddress } from '#web/features/billing/plan-required.ts';

test('a user who was redirected to the plans returns to the requested address', () => {
  expect(requestedAddress(planRequired('/contacts'))).toBe('/contacts');
});

test('a user who opened the plans directly has no requested address, and foreign addresses are ignored', () => {
  for (const state of [
    undefined,
    null,
    'chat',
    {},
    { planRequired: 7 },
    { planRequired: '//elsewhere' },
  ])
    expect(requestedAddress(state)).toBeUndefined();
});
