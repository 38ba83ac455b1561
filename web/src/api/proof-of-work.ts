import { isProof, proofBlock, proofText } from '../../../shared/rules/proof-of-work.ts';
import { whileChecking } from './checking.ts';

/*
 * The proof of work that a refusal asks for. Browsers hash beside the page, so that it stays quick to touch without a
 * worker of ours.
 */

/** Tries that are made at once: enough to keep the browser busy, few enough that nobody notices. */
const AT_ONCE = 32;

/** Finds the counter for a challenge. `bits` and `bytes` are those of the refusal. */
export const solve = (
  { challenge, bits, bytes }: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<string> =>
  whileChecking(async () => {
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
