import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  isProof,
  PROOF_BLOCK,
  PROOF_HEADER,
  proofBlock,
  proofText,
  readProof,
} from '#shared/rules/auth/proof-of-work.ts';

const challenge = 'abcdefghijklmnopqrstu-';

describe('a proof of work', () => {
  test('is a hash that begins with enough zero bits', () => {
    const hash = (first: number[]) => Uint8Array.from([...first, ...Array(28).fill(255)]);
    expect(isProof(hash([0, 0b0000_0011, 255, 255]), 14)).toBe(true);
    expect(isProof(hash([0, 0b0000_0100, 0, 0]), 14)).toBe(false);
    expect(isProof(hash([0, 0, 0, 0]), 14)).toBe(true);
    expect(isProof(createHash('sha256').update('x').digest(), 0)).toBe(true);
  });

  test('can be found for every challenge', () => {
    let counter = 0;
    const tried = () =>
      createHash('sha256').update(proofBlock({ challenge, counter })).digest() as Uint8Array;
    while (!isProof(tried(), 8)) counter += 1;
    expect(counter).toBeGreaterThan(0);
    expect(proofBlock({ challenge, counter })).toHaveLength(PROOF_BLOCK);
  });

  test('is sent in a header as challenge and counter, and parsed again', () => {
    expect(PROOF_HEADER).toBe('proof-of-work');
    expect(proofText({ challenge, counter: 12 })).toBe(`${challenge}.12`);
    expect(readProof(`${challenge}.12`)).toEqual({ challenge, counter: 12 });
  });

  test.each([
    undefined,
    '',
    'x.1',
    `${challenge}.`,
    `${challenge}.-1`,
    `${challenge}.1e9`,
    `x${challenge}.1`,
    `${challenge}.1 `,
    `${challenge}.12345678901`,
    `${challenge}x1`,
  ])('is not parsed from %j', (text) => expect(readProof(text)).toBeUndefined());

  test('is hashed with the text of its proof at the start of the block', () => {
    const block = proofBlock({ challenge, counter: 12 }, 32);
    expect(new TextDecoder().decode(block)).toBe(`${challenge}.12${'\0'.repeat(7)}`);
  });
});
