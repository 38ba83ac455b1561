import { expect, test } from '@jest/globals';
import { codesIn } from '#lib/openapi/refusal-codes.ts';
import { REFUSALS } from '#shared/refusals.ts';

/** All refusal codes on which clients rely, with their HTTP status. */
const CONTRACT = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  CARD_DECLINED: 402,
  CARD_ACTION_REQUIRED: 402,
  FORBIDDEN: 403,
  PASSKEY_SIGN_IN_REQUIRED: 403,
  UNVERIFIED: 403,
  PLAN_REQUIRED: 403,
  PAYMENT_METHOD_REQUIRED: 409,
  NOT_FOUND: 404,
  USERNAME_TAKEN: 409,
  PHONE_TAKEN: 409,
  PENDING_INBOX_EXISTS: 409,
  NOT_ACCEPTING: 409,
  PRICE_CHANGED: 409,
  DRAFT_CHANGED: 409,
  ATTACHMENTS_NOT_READY: 409,
  WRONG_STATUS: 409,
  PASSKEY_REQUIRED: 428,
  PROOF_OF_WORK_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

test('the refusal codes and their HTTP statuses are exactly those of the contract', () => {
  const statuses = Object.entries(REFUSALS).map(([code, { http }]) => [code, http]);
  expect(Object.fromEntries(statuses)).toEqual(CONTRACT);
});

test('every refusal has a message for people', () => {
  for (const { sentence } of Object.values(REFUSALS))
    expect(sentence).toMatch(/^[A-Z][^_{}<>]{9,}$/);
});

test('the document names both refusals of one line, and refuses a code that is not a literal', () => {
  const codes = (text: string) => codesIn({ name: 'removeEmail' }, text);
  expect(codes('gone ? new Refusal("NOT_FOUND") : new Refusal2("WRONG_STATUS", "Gone")')).toEqual([
    'NOT_FOUND',
    'WRONG_STATUS',
  ]);
  expect(() => codes('throw new Refusal(code)')).toThrow(
    'removeEmail can reach "new Refusal(code)"',
  );
});
