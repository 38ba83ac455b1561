import { toIso } from '#shared/time.ts';
import { timeWords } from '#web/shell/dates.ts';
import type { ChatMessage } from '../../room.ts';
import { announcementOf } from './message-words.ts';

export type AnnouncementProps = { message: ChatMessage; viewerId: string };

/* A message about the group itself, such as who was added: a quiet line without actions. */
export function Announcement({ message, viewerId }: AnnouncementProps) {
  const { id, number, dateTimeSent } = message;
  return (
    <p data-message={id} data-number={number}>
      <span dir="auto">{announcementOf(message, viewerId)}</span>
      {' · '}
      <time dateTime={toIso(dateTimeSent)}>{timeWords(dateTimeSent)}</time>
    </p>
  );
}
