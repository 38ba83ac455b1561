import { toIso } from '#shared/time.ts';
import type { Blockable } from '#web/features/contacts/block.ts';
import type { ReportTarget } from '#web/features/safety/report-target.ts';
import type { ChatMessage } from '../../room.ts';
import type { Chat } from './ChatGate.tsx';
import { textOf } from './message-words.ts';

/* What can be reported in a chat. docs/product/chat.md#reports */

export const chatTarget = ({ id, direct }: Chat): ReportTarget => ({
  subject: { subjectType: 'CHAT', subjectId: id, within: '' },
  title: direct ? 'Report chat' : 'Report group',
  seen: 'Staff see the newest message and the ten before it.',
});

export const messageTarget = ({ id }: Chat, message: ChatMessage): ReportTarget => ({
  subject: { subjectType: 'CHAT_MESSAGE', subjectId: toIso(message.dateTimeSent), within: id },
  title: 'Report message',
  seen: 'Staff see this message and the ten before it.',
  quote: textOf(message),
});

/** The other person of a direct chat; undefined in a group. */
export const partnerIn = ({ userId, name }: Chat): Blockable | undefined =>
  userId === null ? undefined : { userId, fullName: name };
