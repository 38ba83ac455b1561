import { signAnswer } from '#shared/api/verifications.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Assertion } from '#shared/rules/auth/passkeys.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { canBeSigned } from '#shared/rules/conversations/written-by.ts';
import type { Instant } from '#shared/time.ts';
import { notVerified } from '../auth/passkey-refusals.ts';
import { type VerificationContext, verifyPasskey } from '../auth/passkeys.ts';
import { serve } from '../serve.ts';
import type { Passkey } from '../storage/auth/stored-passkey.ts';
import { type Message, markSigned, messageOf } from '../storage/conversations/messages.ts';
import { type AnswerSignature, attachSignature } from '../storage/conversations/verifications.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { conversationFor, messageView } from './conversation-views.ts';

/** Signs the caller's own paid answer with a passkey (docs/product/conversations.md#signing-an-answer). */
export const handler = serve(signAnswer, async (input, call) => {
  const { inboxId: conversationId, messageId, ...response } = input;
  const { userId } = call.caller;
  const signed = await sign(call, { conversationId, messageId, userId, response });
  return { data: [messageView(signed.message, signed.conversation)] };
});

const NOT_SIGNABLE = 'Only a paid answer can be signed.';
const TOO_LATE = 'An answer can be signed within 24 hours after it was sent.';

type Signing = {
  readonly conversationId: string;
  readonly messageId: string;
  readonly userId: string;
  readonly response: Assertion;
};

type Context = VerificationContext & { readonly table: TableWriter };

/**
 * Signs an answer of this person with a passkey: its response has to sign the hash of the answer. Signing a signed answer changes
 * nothing. Refuses with FORBIDDEN a response that is not verified.
 */
async function sign(
  context: Context,
  signing: Signing,
): Promise<{ readonly conversation: Conversation; readonly message: Message }> {
  const { table, now } = context;
  const { userId, response } = signing;
  const { conversation, message } = await ownMessage(table, signing, now);
  const { written } = message;
  if (!written) throw new Refusal('WRONG_STATUS', { message: NOT_SIGNABLE });
  if (message.signedAt) return { conversation, message };
  if (!canBeSigned(message.sentAt, now)) throw new Refusal('WRONG_STATUS', { message: TOO_LATE });
  const used = await verifyPasskey(table, { userId, response, challenge: written.hash }, context);
  if (!used) throw notVerified();
  const outcome = await table.transact<'SIGNED' | 'PASSKEY_CHANGED'>(
    markSigned(message, now),
    attachSignature(written.verificationId, signatureOf(response, used.passkey, now)),
    used.step,
  );
  if (outcome === 'PASSKEY_CHANGED') throw notVerified();
  // SIGNED: another call was faster.
  return ownMessage(table, signing, now);
}

async function ownMessage(
  table: TableReader,
  { conversationId, messageId, userId }: Signing,
  now: Instant,
) {
  const { conversation } = await conversationFor(table, conversationId, userId, now);
  const message = await messageOf(table, conversationId, messageId);
  if (!message) throw new Refusal('NOT_FOUND');
  if (message.senderId !== userId) throw new Refusal('FORBIDDEN');
  return { conversation, message };
}

const signatureOf = (
  { clientDataJSON, authenticatorData, signature }: Assertion,
  { publicKey, createdAt: keyAddedAt }: Passkey,
  signedAt: Instant,
): AnswerSignature => ({
  signedAt,
  keyAddedAt,
  publicKey,
  clientDataJSON,
  authenticatorData,
  signature,
});
