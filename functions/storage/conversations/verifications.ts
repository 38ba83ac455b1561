import { randomBytes } from 'node:crypto';
import { ID_ALPHABET } from '#shared/ids.ts';
import type { HashedAnswer } from '#shared/rules/conversations/answer-statement.ts';
import type { Instant } from '#shared/time.ts';
import { exists } from '../conditions.ts';
import { verificationKey } from '../keys.ts';
import { type Item, put, type Step, type TableReader, update } from '../table.ts';

/*
 * What everybody who has the letter can check of an answer. It has no text and no id of the conversation, and it is found only
 * by its random id. It stays when its author's account is deleted; readers then show no author.
 */

export type Verification = HashedAnswer & {
  /** The hash of the statement about the answer. */
  readonly hash: string;
  readonly signature?: AnswerSignature;
};

/**
 * The signature of an answer with a passkey (WebAuthn), whose challenge is the hash of the answer. Bytes are in base64url. The key
 * stays here when the passkey is removed, so that the signature can still be checked.
 */
export type AnswerSignature = {
  readonly signedAt: Instant;
  /** When the passkey was added to the account. */
  readonly keyAddedAt: Instant;
  /** The COSE key. */
  readonly publicKey: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
};

/** Makes a random id of 130 bits, which cannot be guessed: other ids begin with a time. */
export const newVerificationId = (): string =>
  Array.from(randomBytes(26), (byte) => ID_ALPHABET[byte % 32]).join('');

export function writeVerification(verification: Verification): Step<never> {
  return put({ ...verificationKey(verification.verificationId), ...verification });
}

/** The step that attaches the signature of an answer. SIGNED: it has one. */
export function attachSignature(id: string, signature: AnswerSignature): Step<'SIGNED'> {
  return update(
    verificationKey(id),
    { set: { signature } },
    { when: { pk: exists, signature: undefined }, otherwise: 'SIGNED' },
  );
}

export async function verificationById(
  table: TableReader,
  id: string,
): Promise<Verification | undefined> {
  const item = await table.get<Item>(verificationKey(id));
  if (!item) return undefined;
  const { pk: _pk, sk: _sk, ...verification } = item;
  return verification as unknown as Verification;
}
