import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { resendVerificationCode } from '#shared/api/auth.ts';
import { isProof, proofBlock, readProof } from '#shared/rules/auth/proof-of-work.ts';
import { call } from '#web/api/client.ts';
import { isComputingProof } from '#web/api/proof-status.ts';

/* The client computes a proof of work when the server asks for one, and sends the same call again. */

const CHALLENGE = 'abcdefghijklmnopqrstuv';
const BITS = 6;
const realFetch = globalThis.fetch;
let sent: { body: unknown; key: string | null; proof: string | null }[] = [];
let answers: (() => Response)[] = [];
beforeEach(() => {
  sent = [];
  globalThis.fetch = async (_, init) => {
    const headers = new Headers(init?.headers);
    const [key, proof] = [headers.get('idempotency-key'), headers.get('proof-of-work')];
    sent.push({ body: init?.body, key, proof });
    return answers.shift()?.() ?? Response.json({ status: 'SUCCESS' });
  };
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

const asking = () =>
  Response.json(
    { status: 'PROOF_OF_WORK_REQUIRED', challenge: CHALLENGE, bits: BITS, bytes: 4_096 },
    { status: 428 },
  );
const userId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('a call that needs a proof of work is sent again with the same idempotency key', async () => {
  answers = [asking];
  const calling = call(resendVerificationCode, { userId }, { idempotencyKey: 'once' });
  await expect(calling).resolves.toEqual({});
  const [first, second] = sent;
  expect(first).toMatchObject({ key: 'once', proof: null });
  expect(second).toMatchObject({ key: 'once', body: first?.body });
  const proof = readProof(second?.proof ?? '');
  expect(proof?.challenge).toBe(CHALLENGE);
  const hash = proof && createHash('sha256').update(proofBlock(proof)).digest();
  expect(hash && isProof(hash, BITS)).toBe(true);
  expect(isComputingProof()).toBe(false);
});

test('a call fails if the server refuses its proof of work', async () => {
  answers = [asking, asking];
  await expect(call(resendVerificationCode, { userId })).rejects.toMatchObject({
    code: 'PROOF_OF_WORK_REQUIRED',
  });
  expect(sent).toHaveLength(2);
});
