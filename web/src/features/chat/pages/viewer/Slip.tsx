import { MoreHorizontal } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Reaction } from '#shared/rules/chat/message-changes.ts';
import { classNames } from '#web/ui/class-names.ts';
import { RichText } from '#web/ui/RichText.tsx';
import { useLongPress } from '#web/ui/use-long-press.ts';
import type { ChatMessage } from '../../room.ts';
import { SlipPicture } from './ChatPictures.tsx';
import { ownReaction, REACTION_SIGNS } from './message-actions.ts';
import { textOf } from './message-words.ts';

export type SlipActions = {
  /** Opens the actions of a message. */
  readonly onActions: (message: ChatMessage) => void;
  /** Opens the picture of a message. */
  readonly onPicture: (message: ChatMessage) => void;
  readonly onReact: (message: ChatMessage, reaction: Reaction | undefined) => void;
};

export type SlipProps = SlipActions & {
  message: ChatMessage;
  own: boolean;
  viewerId: string;
  /** Whether to highlight it, after a jump to it. */
  highlighted: boolean;
};

/* One message. A press on it, short or long, or its button for the mouse and the keyboard, opens its actions. */
export function Slip(props: SlipProps) {
  const { message, own, viewerId, highlighted, onActions, onPicture, onReact } = props;
  const { picture } = message;
  const longPress = useLongPress(() => onActions(message));
  const press = (event: MouseEvent<HTMLElement>) => {
    // A press that follows a link or ends a text selection does not open the actions.
    const isSelecting = document.getSelection()?.isCollapsed === false;
    if (!isSelecting && !(event.target as Element).closest('a, button')) onActions(message);
  };
  return (
    <div className={classNames('slip-line', picture && 'slip-line-with-picture')}>
      {/* The button beside it does the same. */}
      <div
        data-message={message.id}
        data-number={message.number}
        {...(message.deleted ? {} : { onClick: press, ...longPress })}
        className={classNames(
          'slip',
          !message.deleted && 'long-press',
          own ? 'slip-own' : 'slip-theirs',
          message.deleted && 'slip-deleted',
          picture && 'slip-with-picture',
          highlighted && 'slip-highlighted',
        )}
      >
        {message.deleted ? (
          <p>Message deleted</p>
        ) : (
          <>
            {picture && (
              <SlipPicture message={message} picture={picture} own={own} onOpen={onPicture} />
            )}
            {message.content !== '' && <RichText plain html={message.content} />}
            {message.edited && <p className="text-[0.8125rem] text-soft">edited</p>}
          </>
        )}
      </div>
      {!message.deleted && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={actionsLabel(message, own)}
          onClick={() => onActions(message)}
          className="slip-more"
        >
          <MoreHorizontal aria-hidden size={18} />
        </button>
      )}
      <Reactions message={message} viewerId={viewerId} onReact={onReact} />
    </div>
  );
}

/** How many characters of a message its button says. */
const FIRST_WORDS = 40;

function actionsLabel(message: ChatMessage, own: boolean): string {
  const text = textOf(message);
  const words = text.length > FIRST_WORDS ? `${text.slice(0, FIRST_WORDS).trimEnd()}…` : text;
  return `Actions for ${own ? 'your message' : `the message of ${message.userName}`}: ${words}`;
}

/** The reactions to a message. A press adds the viewer's, or removes it. */
function Reactions({
  message,
  viewerId,
  onReact,
}: Pick<SlipProps, 'message' | 'viewerId' | 'onReact'>) {
  if (!message.reactions) return null;
  const own = ownReaction(message, viewerId);
  return (
    <ul aria-label="Reactions" className="slip-reactions">
      {message.reactions.map(({ reaction, userIds }) => (
        <li key={reaction}>
          <button
            type="button"
            aria-pressed={reaction === own}
            aria-label={`${REACTION_SIGNS[reaction].name}: ${userIds.length}`}
            onClick={() => onReact(message, reaction === own ? undefined : reaction)}
            className="reaction hit-area"
          >
            <span aria-hidden>{REACTION_SIGNS[reaction].sign}</span>
            {userIds.length > 1 && <span aria-hidden>{userIds.length}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
