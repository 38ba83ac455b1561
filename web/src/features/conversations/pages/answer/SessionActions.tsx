import { formatMoney } from '../../../../../../shared/money.ts';
import type { ConversationStatus } from '../../../../../../shared/rules/conversations/conversations.ts';
import { ActionBar } from '../../../../ui/ActionBar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import type { Conversation } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';

/** The forms for a message of the session. */
export type Form = 'answer' | 'ask' | 'decline';

export type SessionActionsProps = {
  conversation: Conversation;
  onAnswer: (() => void) | undefined;
  /** Undefined if the one question was asked, or for a help ticket. */
  onAsk: (() => void) | undefined;
  onDecline: (() => void) | undefined;
  onLater: (() => void) | undefined;
};

/* The buttons for what the recipient can do with the message of the session. */
export function SessionActions(props: SessionActionsProps) {
  const { conversation, onAnswer, onAsk, onDecline, onLater } = props;
  return (
    <ActionBar>
      <Button block variant="money" aria-keyshortcuts="a" onClick={onAnswer}>
        {isFree(conversation)
          ? 'Answer'
          : `Answer and earn ${formatMoney(conversation.netEarnings)}`}
      </Button>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-2">
        {onAsk && (
          <Quiet shortcut="q" onClick={onAsk}>
            Ask one thing
          </Quiet>
        )}
        <Quiet shortcut="d" onClick={onDecline}>
          Decline kindly
        </Quiet>
        <Quiet shortcut="l" onClick={onLater}>
          Later
        </Quiet>
      </div>
    </ActionBar>
  );
}

type QuietProps = { shortcut: string; onClick: (() => void) | undefined; children: string };

function Quiet({ shortcut, onClick, children }: QuietProps) {
  return (
    <Button
      size="md"
      variant="quiet"
      className="px-1! text-[0.875rem]!"
      aria-keyshortcuts={shortcut}
      onClick={onClick}
    >
      {children}
    </Button>
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
  CANCELLED: 'The sender canceled this message, so it can no longer be answered.',
  EXPIRED: 'Its time is over, so it can no longer be answered.',
  OPEN: ANSWERED,
  INVITED: ANSWERED,
  COMPLETED: ANSWERED,
};
