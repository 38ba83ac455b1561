import * as z from 'zod/mini';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { createInboxMessage } from '#shared/api/conversation-messages.ts';
import { viewAccountBalance } from '#shared/api/ledger.ts';
import { DECLARATIONS, RECORDING_TEXTS } from '#shared/rules/conversations/written-by.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { outboxOf, type Unsent } from '#web/api/outbox.ts';
import { keyPlace, sendOnce } from '#web/api/send-once.ts';
import { readSession } from '#web/api/session.ts';
import { toast } from '#web/ui/Toast.tsx';
import { changeThread } from '../thread/refresh-thread.ts';
import { answerDraftKeys, endAnswerDraft } from './answer-drafts.ts';
import { filesSchema } from './device-answer-draft.ts';

/*
 * Paid answers in the outbox: those that were sent without a connection. Each keeps the Idempotency-Key that was made then. The drafts
 * of an answer stay until it has arrived. docs/product/conversations.md#answers-without-a-connection
 */

const content = z.object({
  inboxId: z.string(),
  /** The first name of the sender of the message. */
  name: z.string(),
  answer: z.object({
    messageBody: z.string(),
    conversationStatus: z.enum(['OPEN', 'COMPLETED']),
    declaration: z.optional(z.enum(DECLARATIONS)),
    recordingText: z.optional(z.enum(RECORDING_TEXTS)),
    typedCharacters: z.optional(z.number()),
    pastedCharacters: z.optional(z.number()),
    writingMinutes: z.optional(z.number()),
    ...filesSchema.shape,
  }),
});

type Content = z.infer<typeof content>;

export type UnsentAnswer = Content & {
  /** `refused`: the server does not have it and will not accept it unchanged. */
  readonly state: 'waiting' | 'refused';
  /** Why it was refused. */
  readonly sentence: string | undefined;
};

/** The messages whose answers this page has sent from the outbox. */
const sent = new Set<string>();

/** Whether the answer to this message was sent from the outbox by this page. */
export const wasSent = (inboxId: string): boolean => sent.has(inboxId);

const outbox = outboxOf({
  name: 'answer',
  content,
  laneOf: ({ inboxId }) => inboxId,
  async send({ inboxId, localId, name, answer }) {
    const { forget } = keyPlace(answerDraftKeys('ANSWER', inboxId).text);
    const once = sendOnce({ read: () => localId, keep: () => undefined, forget });
    const message = { ...answer, inboxId, messageKind: 'PAID_RESPONSE' } as const;
    await changeThread(
      'recipient',
      () => once.send((options) => call(createInboxMessage, message, options)),
      viewDashboardStats,
      viewAccountBalance,
    );
    sent.add(inboxId);
    endAnswerDraft('ANSWER', inboxId);
    toast.success(`Your answer to ${name} was sent`);
  },
  refused({ name }, fault) {
    const reason = isRefusal(fault) ? ` ${fault.message}` : '';
    toast.error(`Your answer to ${name} wasn’t sent.${reason}`);
  },
});

/** The unsent answers of the signed-in user, the oldest first. */
export function useUnsentAnswers(): readonly UnsentAnswer[] {
  const writerId = readSession()?.userId;
  return outbox
    .use()
    .filter((answer) => answer.writerId === writerId)
    .map(shown);
}

/** An answer that may still arrive waits; its reason would be one that passes. */
function shown({
  state,
  unconfirmed,
  limited,
  sentence,
  ...answer
}: Unsent & Content): UnsentAnswer {
  const isRefused = state === 'failed' && !unconfirmed && !limited;
  return {
    ...answer,
    state: isRefused ? 'refused' : 'waiting',
    sentence: isRefused ? sentence : undefined,
  };
}

export type NewUnsentAnswer = Content & { readonly key: string };

/** Puts an answer into the outbox, in place of an earlier one to the same message. */
export function keepUnsent({ key, ...answer }: NewUnsentAnswer): void {
  sent.delete(answer.inboxId);
  takeBack(answer.inboxId);
  outbox.keep(answer, { localId: key });
}

/** Takes an answer out of the outbox. Its text stays in the form. */
export const takeBack = (inboxId: string): void =>
  outbox.remove((answer) => answer.inboxId === inboxId);

/** Sends the waiting answers of the signed-in user. Refused ones stay refused. Never rejects. */
export const sendUnsentAnswers = outbox.resume;
