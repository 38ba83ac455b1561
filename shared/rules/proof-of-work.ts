/*
 * A proof of work in the way of Hashcash: a counter for which SHA-256 of the challenge and the counter begins with so
 * many zero bits. What is hashed is filled up to four kilobytes, so that the hash itself, which browsers do as fast as
 * any program, is the work, and not the call of it. http://www.hashcash.org
 */

/**
 * 16,384 tries on average. A phone that is six times slower than a laptop needs 1 s on average and in 19 of 20 cases
 * less than 3 s (60 microseconds a try, measured in Chromium); a server of somebody who pumps, 0.1 s for each message.
 */
export const PROOF_BITS = 14;

/** Bytes that are hashed at each try. */
export const PROOF_BLOCK = 4_096;

/** The header that carries a proof: the challenge, a full stop, the counter. */
export const PROOF_HEADER = 'proof-of-work';

export type Proof = { readonly challenge: string; readonly counter: number };

/** What is hashed for one try: the text of the proof in ASCII, then zero bytes. */
export function proofBlock(
  { challenge, counter }: Proof,
  bytes = PROOF_BLOCK,
): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(bytes);
  new TextEncoder().encodeInto(proofText({ challenge, counter }), block);
  return block;
}

/** Whether a hash begins with enough zero bits. */
export function isProof(hash: Uint8Array, bits = PROOF_BITS): boolean {
  const view = new DataView(hash.buffer, hash.byteOffset, 4);
  return Math.clz32(view.getUint32(0)) >= bits;
}

/** A proof as it is sent. */
export const proofText = ({ challenge, counter }: Proof): string => `${challenge}.${counter}`;

/** A proof as it was sent; undefined where it is none. */
export function readProof(text: string | undefined): Proof | undefined {
  const [, challenge, counter] = /^([\w-]{22})\.(\d{1,10})$/.exec(text ?? '') ?? [];
  return challenge === undefined ? undefined : { challenge, counter: Number(counter) };
}
