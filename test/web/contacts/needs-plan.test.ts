import { expect, test } from '@jest/globals';
import { needsPlan, wantedWithPlan } from '../../../web/src/contacts/needs-plan.ts';

test('who is led to the plans is led on to where they were going', () => {
  expect(wantedWithPlan(needsPlan('/contacts'))).toBe('/contacts');
});

test('who came by themselves was going nowhere, and nobody is led off the app', () => {
  for (const state of [undefined, null, 'chat', {}, { needsPlan: 7 }, { needsPlan: '//elsewhere' }])
    expect(wantedWithPlan(state)).toBeUndefined();
});
