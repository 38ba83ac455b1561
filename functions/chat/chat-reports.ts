import type { viewChatMessages } from '../../shared/api/chat-messages.ts';
import type { reportChat } from '../../shared/api/chat-reports.ts';
import type { Input, Output } from '../../shared/api/operation.ts';
import { Refusal } from '../../shared/refusals.ts';
import { announcementWords } from '../../shared/rules/chat/announcement-words.ts';
import { otherOf, type Room } from '../../shared/rules/chat/chats.ts';
import { CHAT_REPORT_WORDS, REPORTED_BEFORE } from '../../shared/rules/chat/reports.ts';
import { firstMessage, plainText, SUBJECT_MAX } from '../../shared/rules/conversations/messages.ts';
import { truncateAtWord } from '../../shared/rules/text.ts';
import { type Instant, later, toIso } from '../../shared/time.ts';
import { cleanMessage } from '../html.ts';
import { type PublicUser, publicUserOf, usersById } from '../storage/accounts/users.ts';
import { type ChatMessage, messagesBefore } from '../storage/chat/chat-messages.ts';
import type { TableReader } from '../storage/table.ts';
import type { Ticket } from '../support/support-tickets.ts';
import { messageView, roomFor } from './chat-views.ts';

/*
 * Reports of chats: help tickets that the server writes for the reporting person, with the messages in question.
 * docs/product/chat.md#reports
 */

/** The most characters of the newest message and of each one before it. Escaped, all together fit into a first message. */
const NEWEST_MAX = 3_000;
const BEFORE_MAX = 500;

type MessageView = Output<typeof viewChatMessages>['data'][number];
type People = ReadonlyMap<string, PublicUser>;

/** Writes the report of a chat of this person. Refuses with NOT_FOUND who is no member, and a message that does not exist. */
export async function writeReport(
  table: TableReader,
  { chatId, dateTimeSent, reasonCode, explanation }: Input<typeof reportChat>,
  reporterId: string,
  now: Instant,
): Promise<Ticket> {
  const room = await roomFor(table, chatId, reporterId);
  const messages = await reportedMessages(table, chatId, dateTimeSent);
  const people = await peopleIn(table, room, messages, reporterId, now);
  const { label, topic } = CHAT_REPORT_WORDS[reasonCode];
  const where = placeWords(room, reporterId, people);
  const quotes = messages.map((message, place) =>
    quoteOf(
      messageView(message, room, people.get(message.userId)),
      people,
      place === 0 ? NEWEST_MAX : BEFORE_MAX,
    ),
  );
  const body = [
    line('Reason', label),
    explanation && line('Explanation', explanation),
    line('Chat', `${where}, id ${chatId}`),
    line('Reported by', `user id ${reporterId}`),
    `<p>${dateTimeSent ? 'The last of these messages is reported.' : 'The newest messages:'}</p>`,
    ...quotes.reverse(),
    quotes.length === 0 ? '<p>Nothing is written in this chat.</p>' : '',
  ].join('');
  return {
    subject: truncateAtWord(`Report: ${topic} in ${where}`, SUBJECT_MAX),
    body: cleanMessage(body, firstMessage, 'explanation'),
    isChatReport: true,
  };
}

/** The reported message, or else the newest one, and those before it, the newest first. */
async function reportedMessages(
  table: TableReader,
  chatId: string,
  sentAt: Instant | undefined,
): Promise<readonly ChatMessage[]> {
  const { messages } = await messagesBefore(table, chatId, {
    before: sentAt && later(sentAt, 1),
    skip: 0,
    limit: REPORTED_BEFORE + 1,
  });
  if (sentAt !== undefined && messages[0]?.sentAt !== sentAt) throw new Refusal('NOT_FOUND');
  return messages;
}

/** The writers, and the other person of a direct chat. */
async function peopleIn(
  table: TableReader,
  room: Room,
  messages: readonly ChatMessage[],
  reporterId: string,
  now: Instant,
): Promise<People> {
  const otherId = otherOf(room, reporterId);
  const ids = new Set([...(otherId ? [otherId] : []), ...messages.map(({ userId }) => userId)]);
  const users = ids.size > 0 ? await usersById(table, [...ids], now, 'eventual') : [];
  return new Map(users.flatMap((user) => (user ? [[user.id, publicUserOf(user)] as const] : [])));
}

function placeWords(room: Room, reporterId: string, people: People): string {
  const otherId = otherOf(room, reporterId);
  if (otherId === undefined) return `the group ${room.name}`;
  return `a chat with ${people.get(otherId)?.fullName ?? 'somebody'}`;
}

function quoteOf(message: MessageView, people: People, max: number): string {
  const { userId, userName, dateTimeSent } = message;
  const username = people.get(userId)?.username;
  const who = `${userName} (${username ? `@${username}, ` : ''}user id ${userId})`;
  const text = truncateAtWord(textOf(message), max);
  return `<blockquote>${line(`${who}, ${toIso(dateTimeSent)}`, text)}</blockquote>`;
}

/** What a message says, in plain text, with the address of its picture. */
function textOf({ content, deleted, picture, announcement, ...writer }: MessageView): string {
  if (deleted) return '(deleted)';
  if (announcement)
    return announcementWords(announcement, { userId: writer.userId, fullName: writer.userName });
  return [picture && `[Picture: ${picture.url}]`, plainText(content)].filter(Boolean).join(' ');
}

const line = (name: string, text: string) =>
  `<p><strong>${escaped(name)}:</strong> ${escaped(text)}</p>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
