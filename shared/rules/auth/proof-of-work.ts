/*
 * A proof of work, like Hashcash: a counter for which the SHA-256 of challenge and counter begins with a number of zero bits.
 * The hashed block is padded to four kilobytes, so that hashing, which browsers do as fast as native programs, takes most
 * of the time, and not the overhead of the call. http://www.hashcash.org
 */

/**
 * The required zero bits: 16,384 tries on average. A phone six times slower than a laptop takes 1 s on average and less than
 * 3 s in 19 of 20 cases (60 microseconds a try, measured in Chromium); an attacker's server takes 0.1 s for each message.
 */
export const PROOF_BITS = 14;

/** The number of bytes hashed at each try. */
export const PROOF_BLOCK = 4_096;

/** The header that carries a proof: the challenge, a full stop, the counter. */
export const PROOF_HEADER = 'proof-of-work';

export type Proof = { readonly challenge: string; readonly counter: number };

/** The block that is hashed for one try: the text of the proof in ASCII, padded with zero bytes. */
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

/** Formats a proof for the header. */
export const proofText = ({ challenge, counter }: Proof): string => `${challenge}.${counter}`;

/** Parses a proof from the header; undefined if it is malformed. */
export function readProof(text: string | undefined): Proof | undefined {
  const [, challenge, counter] = /^([\w-]{22})\.(\d{1,10})$/.exec(text ?? '') ?? [];
  return challenge === undefined ? undefined : { challenge, counter: Number(counter) };
}
