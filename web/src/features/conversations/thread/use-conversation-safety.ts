import { useNavigate } from 'react-router';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import type { ConversationStatus, Side } from '#shared/rules/conversations/conversations.ts';
import { isPending } from '#shared/rules/conversations/conversations.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import { paths } from '#web/paths.ts';
import { partnerOf } from '../../contacts/conversation-partner.ts';
import type { ReportTarget } from '../../safety/report-target.ts';
import { useSafetyItems } from '../../safety/use-safety-items.tsx';
import type { Conversation, Message } from '../conversation.ts';

type InConversation = {
  readonly conversation: Conversation;
  readonly side: Side;
  readonly status: ConversationStatus;
  /** The newest message of the other person. */
  readonly received: Message | undefined;
};

/** The menu items that report a message of a conversation and block the partner. Support is neither reported nor blocked. */
export function useConversationSafety({ conversation, side, status, received }: InConversation) {
  const navigate = useNavigate();
  const { id, senderUsername, recipientUsername } = conversation;
  const withSupport = [senderUsername, recipientUsername].includes(SUPPORT_USERNAME);
  const { userContactId: userId, fullName } = partnerOf(conversation, side);
  const withPayment = may(side, 'report', status) ? () => navigate(paths.report(id)) : undefined;
  // A pending message is reported with its payment, which may be in review since then.
  const isReported = side === 'recipient' && conversation.moneyState === 'IN_REVIEW';
  const target = received && !isReported ? messageTarget(id, received) : undefined;
  return useSafetyItems({
    report: withSupport ? undefined : (withPayment ?? target),
    person: withSupport ? undefined : { userId, fullName },
    hints: {
      report: withPayment ? 'Choose a reason' : 'Our team reviews what was written',
      block: isPending(status)
        ? `${side === 'recipient' ? 'Declines' : 'Cancels'} this letter and stops new ones`
        : 'No more letters or messages from them',
    },
  });
}

const messageTarget = (conversationId: string, { id, kind, body }: Message): ReportTarget => ({
  subject: { subjectType: 'MESSAGE', subjectId: id, within: conversationId },
  title: `Report ${NOUNS[kind]}`,
  seen: `Staff see this ${NOUNS[kind]} and what was written before it, ten texts at most. What was paid stays as it is.`,
  quote: plainText(body),
});

const NOUNS: Readonly<Record<Message['kind'], string>> = {
  QUESTION: 'letter',
  CLARIFICATION: 'question',
  CLARIFICATION_REPLY: 'reply',
  PAID_RESPONSE: 'answer',
  IMPROVED_ANSWER: 'answer',
  REPLY: 'reply',
};
