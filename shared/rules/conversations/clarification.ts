import { HOUR, type Instant, later } from '../../time.ts';
import type { Change, Conversation, Side } from './conversations.ts';
import { deadlineOf, withNewMessage, withoutPause } from './state-machine.ts';

/*
 * The clarifying question: the recipient of a paid message may ask its sender for information, once and free of charge. Until
 * the sender has replied the deadline is paused, for at most 72 hours. It is never the answer, and no money moves.
 * docs/product/conversations.md#a-clarifying-question
 */

/** The sender's time to reply, and the longest pause of the recipient's deadline. */
export const CLARIFICATION_TIME = 72 * HOUR;

/** Asks the sender for information. The caller has checked that the message is paid and that nothing was asked before. */
export function askForInformation(conversation: Conversation, now: Instant): Change {
  const { recipient, paidAt, history, money } = conversation;
  const clarification = { askedAt: now, until: later(now, CLARIFICATION_TIME) };
  return {
    next: {
      ...withNewMessage(conversation, recipient.id, now),
      status: 'NEEDS_INFO',
      clarification,
      deadlineAt: deadlineOf(paidAt, clarification),
      history: [...history, { event: 'INFO_ASKED', at: now, moneyState: money.state }],
    },
    domainEvent: { type: 'conversation.infoAsked' },
  };
}

/** Gives the information, which ends the pause. */
export function giveInformation(conversation: Conversation, now: Instant): Change {
  const { sender, history, money } = conversation;
  return {
    next: {
      ...withNewMessage(withoutPause(conversation, now), sender.id, now),
      history: [...history, { event: 'INFO_GIVEN', at: now, moneyState: money.state }],
    },
    domainEvent: { type: 'conversation.infoGiven' },
  };
}

/** Ends the pause without the information; `by` is absent if its time is over. */
export function endClarification(
  conversation: Conversation,
  by: Side | undefined,
  now: Instant,
): Change {
  const { history, money } = conversation;
  const next = withoutPause(conversation, now);
  const at = next.clarification?.endedAt ?? now;
  return {
    next: {
      ...next,
      modifiedAt: at,
      history: [...history, { event: 'INFO_ENDED', at, moneyState: money.state }],
    },
    domainEvent: {
      type: 'conversation.infoEnded',
      ...(by && { byUserId: conversation[by].id }),
    },
  };
}
