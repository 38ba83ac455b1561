import { isProof, proofBlock, proofText } from '#shared/rules/auth/proof-of-work.ts';
import { whileComputingProof } from './proof-status.ts';

/*
 * Computes the proof of work that a refusal asks for. Browsers run crypto.subtle outside the main thread, so the page
 * stays responsive without a Web Worker.
 */

/** The number of simultaneous tries: enough to use the hardware, few enough to keep the page responsive. */
const AT_ONCE = 32;

/** Finds a proof for the challenge in the details of a refusal. */
export const solve = (
  { challenge, bits, bytes }: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<string> =>
  whileComputingProof(async () => {
    for (let first = 0; ; first += AT_ONCE) {
      signal?.throwIfAborted();
      const proofs = Array.from({ length: AT_ONCE }, (_, nth) => ({
        challenge: String(challenge),
        counter: first + nth,
      }));
      const hashes = await Promise.all(
        proofs.map((proof) => crypto.subtle.digest('SHA-256', proofBlock(proof, Number(bytes)))),
      );
      const found = hashes.findIndex((hash) => isProof(new Uint8Array(hash), Number(bits)));
      const proof = proofs[found];
      if (proof) return proofText(proof);
    }
  });
