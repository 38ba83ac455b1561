import { formatMoney } from '#shared/money.ts';
import type { ConversationStatus } from '#shared/rules/conversations/conversations.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PairBar } from '#web/ui/PairBar.tsx';
import type { Conversation } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';

/** The forms for a message of the session. */
export type Form = 'answer' | 'ask' | 'decline';

export type SessionActionsProps = {
  conversation: Conversation;
  onAnswer: (() => void) | undefined;
  onLater: (() => void) | undefined;
};

/* The main action of the session, and the one that puts its letter off. The others are in the menu. */
export function SessionActions({ conversation, onAnswer, onLater }: SessionActionsProps) {
  return (
    <PairBar
      main={
        <Button aria-keyshortcuts="a" onClick={onAnswer}>
          {isFree(conversation)
            ? 'Answer'
            : `Answer and earn ${formatMoney(conversation.netEarnings)}`}
        </Button>
      }
      secondary={
        <Button variant="quiet" aria-keyshortcuts="l" onClick={onLater}>
          Later
        </Button>
      }
    />
  );
}

export type GoneBarProps = { conversation: Conversation; onNext: () => void };

/* Replaces the actions of a message that no longer waits for an answer. */
export function GoneBar({ conversation, onNext }: GoneBarProps) {
  return (
    <ActionBar note={GONE[conversation.status] ?? 'It was ended here or on another device.'}>
      <Button block onClick={onNext}>
        Go on
      </Button>
    </ActionBar>
  );
}

const ANSWERED = 'It was answered already, here or on another device.';

const GONE: Partial<Record<ConversationStatus, string>> = {
  CANCELLED: 'The sender canceled this letter, so it can no longer be answered.',
  EXPIRED: 'Its time is over, so it can no longer be answered.',
  OPEN: ANSWERED,
  INVITED: ANSWERED,
  COMPLETED: ANSWERED,
};
