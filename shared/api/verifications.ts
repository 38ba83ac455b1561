import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { assertion } from '../rules/auth/passkeys.ts';
import { DECLARATIONS, RECORDING_TEXTS } from '../rules/conversations/written-by.ts';
import { moment } from '../wire.ts';
import { conversationMessage, writingCounts } from './message-entities.ts';
import { HOUR, MINUTE, one, operation, PUBLIC_CACHE_SECONDS } from './operation.ts';

/*
 * Signing and checking a paid answer: everybody who has the letter can see who sent exactly this text, and when.
 * docs/product/conversations.md#checking-a-letter
 */

const verificationView = z.object({
  /** The account that answered; null if it no longer exists. */
  author: z.nullable(z.object({ fullName: z.string(), username: z.string() })),
  sentAt: moment,
  declaration: z.nullable(z.enum(DECLARATIONS)),
  counts: z.nullable(writingCounts),
  /** What the text is of the recording; absent without one. */
  recordingText: z.optional(z.enum(RECORDING_TEXTS)),
  /** SHA-256 of the id of this page and of the visible text (shared/rules/conversations/answer-statement.ts). */
  textHash: z.string(),
  /** The statement about the answer, and its SHA-256; both null if the account no longer exists. */
  statement: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  /** The signature with a passkey, whose challenge is the hash; null if there is none. Bytes are in base64url. */
  signature: z.nullable(
    z.object({
      signedAt: moment,
      /** When the passkey was added to the account. */
      keyAddedAt: moment,
      /** The COSE key. */
      publicKey: z.string(),
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
    }),
  ),
});

/**
 * Attaches a passkey's signature to the caller's own paid answer, once, within 24 hours. The challenge is the hash of the answer, so
 * the response of the passkey signs exactly this answer. Signing again changes nothing.
 */
export const signAnswer = operation({
  name: 'signAnswer',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write', 'verifications.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'Recipients cannot sign an answer with their passkey; the answer itself is sent.',
  input: z.extend(assertion, { inboxId: id(), messageId: id() }),
  output: one(conversationMessage),
});

export const viewVerification = operation({
  name: 'viewVerification',
  method: 'GET',
  who: 'anyone',
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'verifications.read'],
  // Ids cannot be guessed; the limit stops programs that try.
  limits: [{ per: 'address', max: 120, within: 5 * MINUTE, atEdge: true }],
  impact: 'No one can check who sent a letter; the letters themselves can be read.',
  input: z.object({ id: id('This is not the address of a letter') }),
  output: one(verificationView),
});
