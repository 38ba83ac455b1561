import { signAppealToken } from '#functions/auth/sign-tokens.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import { THANKS_CHOICES } from '#shared/rules/conversations/thanks.ts';
import { toIso } from '#shared/time.ts';
import type { HistoryRun } from '../history-run.ts';
import { clock, type Input } from '../simulation.ts';
import {
  aboutOther,
  anonymous,
  anybody,
  type Calls,
  owner,
  personWith,
  type Row,
  type Stored,
  someItem,
} from './call.ts';

/* What people do about conversations besides the actions about their money: reminders, marks, reports and saved replies. */

/** A call of one side of a conversation, of those with one of these statuses. */
const about =
  (
    side: 'sender' | 'recipient',
    input: (id: string, run: HistoryRun) => Input,
    ...statuses: readonly string[]
  ): Row['call'] =>
  (run) => {
    const all = [...run.simulation.world.recorder.conversations.values()].filter(
      ({ status }) => statuses.length === 0 || statuses.includes(status),
    );
    if (all.length === 0) return undefined;
    const one = run.random.pick(all);
    const by = personWith(run, one[side].id);
    return by && { by, input: input(one.id, run) };
  };

/** A call of one side about a message of a conversation. */
const aboutMessage =
  (
    side: 'sender' | 'recipient',
    input: (id: string, conversationId: string) => Input,
  ): Row['call'] =>
  async (run) => {
    const item = await someItem(run, 'MESSAGE#', ({ pk }) => pk.startsWith('CONVERSATION#'));
    if (!item) return undefined;
    const conversationId = item.pk.slice('CONVERSATION#'.length);
    const order = run.simulation.world.recorder.conversations.get(conversationId);
    const by = order && personWith(run, order[side].id);
    return by && { by, input: input(item.sk.slice('MESSAGE#'.length), conversationId) };
  };

const savedReply = (input: (id: string) => Input): Row['call'] =>
  owner(
    'SAVED_REPLIES',
    ({ replies }) => input(replies[0].id),
    ({ replies }) => replies.length > 0,
  );
const APPEAL = 'I am who I say I am.';
/** A call of somebody who was sent a statement, with the token that a blocked person gets at sign-in. */
const blocked = (input: (statement: Stored) => Input): Row['call'] =>
  anonymous(async (run) => {
    const item = await someItem(run, 'STATEMENT#');
    const by = item && personWith(run, item.userId);
    const appealToken = by && (await signAppealToken(by.id, clock.now()));
    return by && { by, input: { appealToken, ...input(item) } };
  });
/** Hides the first word of the title of a public copy. */
const HIDDEN_WORD = JSON.stringify([{ part: 'title', start: 0, end: 3, kind: 'OTHER' }]);
/** The version of the public copy of a conversation that was written last; sometimes another one. */
function copyVersion({ random, simulation }: HistoryRun, id: string): number {
  const version = simulation.world.recorder.conversations.get(id)?.publicAnswer?.version ?? 1;
  return random.chance(0.9) ? version : version + 1;
}
const REPLY = { title: 'Thanks', text: '<p>Thank you for your question.</p>' };

export const CONVERSATION_CALLS = {
  nudgeRecipient: { weight: 1, call: about('sender', (orderId) => ({ orderId }), 'PENDING') },
  thankRecipient: {
    weight: 1.5,
    call: about(
      'sender',
      (orderId, { random }) => {
        const mayShow = random.pick(THANKS_CHOICES);
        return { orderId, ...(random.chance(0.7) && { text: 'It helped.', mayShow }) };
      },
      'OPEN',
    ),
  },
  withdrawThanksConsent: { weight: 0.5, call: about('sender', (orderId) => ({ orderId }), 'OPEN') },
  showThanks: {
    weight: 1.5,
    call: about(
      'recipient',
      (inboxId, { random, simulation }) => {
        const consent = simulation.world.recorder.conversations.get(inboxId)?.thanks?.consent;
        const consentAt = consent && toIso(consent.at);
        return { inboxId, isShown: random.chance(0.7), ...(consentAt && { consentAt }) };
      },
      'OPEN',
    ),
  },
  takeBackThanks: { weight: 0.5, call: about('sender', (orderId) => ({ orderId }), 'OPEN') },
  proposePublicAnswer: {
    weight: 6,
    call: about('recipient', (inboxId) => ({ inboxId, edits: '[]', sensitive: 'false' }), 'OPEN'),
    next: 'agreeToPublicAnswer',
  },
  revisePublicAnswer: {
    weight: 1,
    call: about(
      'sender',
      (orderId, run) => ({ orderId, version: copyVersion(run, orderId), edits: HIDDEN_WORD }),
      'OPEN',
    ),
  },
  agreeToPublicAnswer: {
    weight: 4,
    call: (run) => {
      const side = run.random.pick(['sender', 'sender', 'recipient'] as const);
      return about(
        side,
        (conversationId) => ({ conversationId, version: copyVersion(run, conversationId) }),
        'OPEN',
      )(run);
    },
  },
  declinePublicAnswer: { weight: 0.3, call: about('sender', (orderId) => ({ orderId }), 'OPEN') },
  withdrawPublicAnswer: {
    weight: 0.5,
    call: (run) =>
      about(run.random.pick(['sender', 'recipient'] as const), (conversationId) => ({
        conversationId,
      }))(run),
  },
  checkPendingInbox: { weight: 0.3, call: aboutOther((_, { id }) => ({ userId: id })) },
  markInboxAsReceived: { weight: 0.3, call: about('recipient', (inboxId) => ({ inboxId })) },
  markInboxMessageAsRead: {
    weight: 0.3,
    call: aboutMessage('recipient', (inboxMessageId) => ({ inboxMessageId })),
  },
  markOrderMessageAsRead: {
    weight: 0.3,
    call: aboutMessage('sender', (orderMessageId) => ({ orderMessageId })),
  },
  viewInbox: { weight: 0.3, call: about('recipient', (id) => ({ id })) },
  viewOrder: { weight: 0.3, call: about('sender', (id) => ({ id })) },
  viewInboxMessages: { weight: 0.3, call: about('recipient', (inboxId) => ({ inboxId })) },
  viewOrderMessages: { weight: 0.3, call: about('sender', (orderId) => ({ orderId })) },
  viewConversationRecord: {
    weight: 0.3,
    call: about('sender', (conversationId) => ({ conversationId })),
  },
  createSavedReply: { weight: 0.3, call: anybody(() => REPLY) },
  updateSavedReply: {
    weight: 0.2,
    call: savedReply((savedReplyId) => ({ ...REPLY, savedReplyId })),
  },
  deleteSavedReply: { weight: 0.2, call: savedReply((savedReplyId) => ({ savedReplyId })) },
  reportContent: {
    weight: 1,
    call: aboutOther((run, { id }) => ({
      subjectType: 'PROFILE',
      subjectId: id,
      text: 'This is not who it says it is.',
      reasonCode: run.random.pick(['IMPERSONATION', 'SPAM_PHISHING', 'THREAT']),
    })),
    next: 'decideCase',
  },
  createSupportTicket: {
    weight: 1,
    call: anybody((run) => ({
      messageSubject: 'A question',
      messageText: `${QUESTION}<p>${run.nextWord()}</p>`,
    })),
    next: 'answerTicket',
  },
  appealStatement: {
    weight: 1,
    call: owner('STATEMENT#', ({ id }) => ({ statementId: id, text: APPEAL })),
  },
  markStatementAsRead: {
    weight: 0.3,
    call: owner('STATEMENT#', ({ id }) => ({ statementId: id })),
  },
  viewBlockedStatements: { weight: 0.3, call: blocked(() => ({})) },
  appealBlockedStatement: {
    weight: 0.7,
    call: blocked(({ id }) => ({ statementId: id, text: APPEAL })),
  },
  viewVerification: {
    weight: 0.3,
    call: anonymous(async (run) => {
      const item = await someItem(run, 'ANSWER');
      return item && { by: run.somebody(), input: { id: item.pk.slice('VERIFY#'.length) } };
    }),
  },
} as const satisfies Calls;
