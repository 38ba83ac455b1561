import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { paths } from '#web/paths.ts';

const { prototype } = URLSearchParams;
const size = Object.getOwnPropertyDescriptor(prototype, 'size');

// Safari 16 and Chrome 109 do not count parameters.
beforeEach(() => void Reflect.deleteProperty(prototype, 'size'));
afterEach(() => {
  if (size) Object.defineProperty(prototype, 'size', size);
});

test('the address of a letter has the tier and the order, also in the oldest browsers', () => {
  expect(paths.createInbox('ana', 'quick', 'order')).toBe(
    '/create-inbox/ana?tier=quick&again=order',
  );
  expect(paths.inboxPayment('ana', 'quick')).toBe('/inbox-payment/ana?tier=quick');
  expect(paths.createInbox('ana')).toBe('/create-inbox/ana');
});
