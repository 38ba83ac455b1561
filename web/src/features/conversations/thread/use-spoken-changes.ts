import { useEffect } from 'react';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { useNow } from '#web/api/use-now.ts';
import { announce } from '#web/ui/announce.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { earningsWords, moneyStateWords } from '../money-words.ts';
import { isInTimeline, timelineOf } from './timeline.ts';

/** The state in which each conversation was last shown, by its id: on the form that changed it, or before it was polled. */
const shown = new Map<string, string>();

const stateOf = ({ status, moneyState, claim }: Conversation) =>
  `${status} ${moneyState} ${claim?.state}`;

/**
 * Announces what became of a conversation while one of its screens is open: an answer that arrives, and the outcome of the
 * answer, report or claim that somebody has just sent.
 */
export function useSpokenChanges(conversation: Conversation | undefined, side: Side): void {
  const now = useNow();
  useEffect(() => {
    if (!conversation) return;
    const state = stateOf(conversation);
    const before = shown.get(conversation.id);
    shown.set(conversation.id, state);
    if (before !== undefined && before !== state) announce(changeWords(conversation, side, now));
  }, [conversation, side, now]);
}

/** `Ana answered. $25.00 charged.`: the newest event of the timeline, and where the money is. */
function changeWords(
  conversation: Conversation,
  side: Side,
  now: Parameters<typeof timelineOf>[2],
): string {
  const { timeline } = conversation;
  const newest = timeline.findLast((event) => isInTimeline(event, timeline));
  const last = timelineOf(conversation, side, now).findLast(({ done }) => done);
  const event =
    newest?.event === 'ANSWERED' && side === 'sender'
      ? `${firstName(conversation.recipientName)} answered`
      : String(last?.text ?? conversation.subject);
  const money = side === 'sender' ? moneyStateWords(conversation) : earningsWords(conversation);
  return event.includes(money) ? `${event}.` : `${event}. ${money}.`;
}
