import type { Input } from '#shared/api/operation.ts';
import type { reportContent } from '#shared/api/reports.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { announcementWords } from '#shared/rules/chat/announcement-words.ts';
import { otherOf, ownerOf } from '#shared/rules/chat/chats.ts';
import {
  type Conversation,
  isPending,
  type Side,
} from '#shared/rules/conversations/conversations.ts';
import { isFree, listEntryOf } from '#shared/rules/conversations/counters.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { isInReview } from '#shared/rules/conversations/money-state.ts';
import { statusAt } from '#shared/rules/conversations/state-machine.ts';
import { thanksFor } from '#shared/rules/conversations/thanks.ts';
import type { Case, CaseQuote } from '#shared/rules/desk/cases.ts';
import { REPORTED_BEFORE } from '#shared/rules/desk/reports.ts';
import { publicTextsOf } from '#shared/rules/profiles/profile-texts.ts';
import { type Instant, instant, later } from '#shared/time.ts';
import { chatMessageId, roomFor } from '../chat/chat-views.ts';
import { conversationFor } from '../conversations/conversation-views.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { type ChatMessage, messagesBefore } from '../storage/chat/chat-messages.ts';
import { messageOf, messagesOf } from '../storage/conversations/messages.ts';
import { shownThanksBy } from '../storage/conversations/thanks.ts';
import { linksOf } from '../storage/links/links.ts';
import type { TableReader } from '../storage/table.ts';
import { BEFORE_MAX, letterQuote, QUOTE_MAX, quote } from './quotes.ts';

/*
 * What a report is about: the person it concerns, and quotes of what it says now. Refuses with NOT_FOUND what the reporting person
 * cannot see, as if it did not exist. docs/product/desk.md#reports
 */

/** The subject of a case, the person whom it concerns, and what it says, oldest first. */
export type Reported = Pick<Case, 'subject' | 'userId' | 'quotes'>;

type Report = Pick<Input<typeof reportContent>, 'subjectType' | 'subjectId' | 'within'>;
type Reporter = { readonly table: TableReader; readonly userId: string; readonly now: Instant };

/** Reads what a report is about. Refuses with INVALID_INPUT what the reporting person wrote or owns. */
export async function reportedBy(
  reporter: Reporter,
  { subjectType, subjectId, within }: Report,
): Promise<Reported> {
  const reported = await READERS[subjectType](reporter, subjectId, within);
  if (reported.userId === reporter.userId)
    throw invalidInput({ subjectId: 'You can’t report yourself' });
  return reported;
}

type Reader = (reporter: Reporter, id: string, within: string) => Promise<Reported>;

const READERS: Readonly<Record<Report['subjectType'], Reader>> = {
  PROFILE: async (reporter, userId) => {
    const user = await publicUser(reporter, userId);
    const { fullName, username, bio, ...others } = publicTextsOf(user);
    const texts = [...Object.values<string>(others), plainText(bio)].filter((text) => text !== '');
    const text = [`${fullName} (@${username}).`, ...texts].join(' ');
    return {
      subject: { type: 'PROFILE', id: user.id },
      userId: user.id,
      quotes: [quote(user.id, reporter.now, text)],
    };
  },

  LINK: async (reporter, linkId, ownerId) => {
    const owner = await publicUser(reporter, ownerId);
    const link = (await linksOf(reporter.table, owner.id)).find(({ id }) => id === linkId);
    if (!link) throw new Refusal('NOT_FOUND');
    return {
      subject: { type: 'LINK', id: link.id, within: owner.id },
      userId: owner.id,
      quotes: [quote(owner.id, reporter.now, `${link.name}: ${link.url}`)],
    };
  },

  MESSAGE: async ({ table, userId, now }, messageId, conversationId) => {
    const { conversation, side } = await conversationFor(table, conversationId, userId, now);
    const message = await messageOf(table, conversationId, messageId);
    // A canceled message is no longer shown to its recipient.
    if (!message || !listEntryOf(conversation, side)) throw new Refusal('NOT_FOUND');
    // Only the support account receives free messages.
    if (isFree(conversation) && message.senderId === conversation.recipient.id) throw ofSupport();
    const { status, deadlineAt, clarification } = conversation;
    const present = statusAt(status, deadlineAt, now, clarification);
    if (side === 'recipient' && (isPending(present) || isInReview(conversation)))
      throw new Refusal('WRONG_STATUS', {
        message: isPending(present)
          ? 'A letter that waits for your answer is reported with its payment.'
          : 'You’ve already reported this letter, and we’re reviewing it.',
        details: { inboxStatus: present },
      });
    const before = { before: messageId, limit: REPORTED_BEFORE };
    const { messages } = await messagesOf(table, conversationId, before);
    return {
      subject: { type: 'MESSAGE', id: message.id, within: conversationId },
      userId: message.senderId,
      quotes: [
        ...thanksQuotes(conversation, side),
        ...quotesOf([message, ...messages], letterQuote),
      ],
    };
  },

  THANKS: async (reporter, shownId, ownerId) => {
    const owner = await publicUser(reporter, ownerId);
    const all = await shownThanksBy(reporter.table, owner.id);
    const shown = all.find(({ id }) => id === shownId);
    if (!shown) throw new Refusal('NOT_FOUND');
    const { conversationId, senderId, text, at } = shown;
    return {
      subject: { type: 'THANKS', id: conversationId, within: owner.id },
      userId: senderId,
      quotes: [quote(senderId, at, text)],
    };
  },

  CHAT: async ({ table, userId }, chatId) => {
    const room = await roomFor(table, chatId, userId);
    const messages = await newestMessages(table, chatId);
    const writers = messages.map((message) => message.userId);
    const people = [ownerOf(room), ...writers, ...Object.keys(room.members)];
    const concerned =
      otherOf(room, userId) ?? people.find((one) => one !== undefined && one !== userId);
    return {
      subject: { type: room.direct ? 'CHAT' : 'GROUP', id: chatId },
      userId: concerned ?? userId,
      quotes: quotesOf(messages, chatQuote),
    };
  },

  CHAT_MESSAGE: async ({ table, userId }, dateTimeSent, chatId) => {
    await roomFor(table, chatId, userId);
    const time = Date.parse(dateTimeSent);
    if (!Number.isFinite(time)) throw new Refusal('NOT_FOUND');
    const sentAt = instant(time);
    const messages = await newestMessages(table, chatId, sentAt);
    const [message] = messages;
    if (message?.sentAt !== sentAt) throw new Refusal('NOT_FOUND');
    return {
      subject: { type: 'MESSAGE', id: chatMessageId(message), within: chatId },
      userId: message.userId,
      quotes: quotesOf(messages, chatQuote),
    };
  },
};

/** What the sender said in thanks, which the recipient reports with the letter. */
function thanksQuotes(c: Conversation, side: Side): CaseQuote[] {
  const { text, at } = (side === 'recipient' ? thanksFor(c) : undefined) ?? {};
  return text && at !== undefined ? [quote(c.sender.id, at, `In thanks: “${text}”`)] : [];
}

async function publicUser({ table, now }: Reporter, userId: string) {
  const user = await userById(table, userId, now);
  if (!user || !isPublic(user)) throw new Refusal('NOT_FOUND');
  if (user.username === SUPPORT_USERNAME) throw ofSupport();
  return user;
}

const ofSupport = () => invalidInput({ subjectId: 'The support account can’t be reported' });

/** The message of this time, or without one the newest, and those before it, the newest first. */
async function newestMessages(
  table: TableReader,
  chatId: string,
  sentAt?: Instant,
): Promise<readonly ChatMessage[]> {
  const before = sentAt === undefined ? undefined : later(sentAt, 1);
  const page = { before, skip: 0, limit: REPORTED_BEFORE + 1 };
  return (await messagesBefore(table, chatId, page)).messages;
}

/** Quotes messages, which are newest first, oldest first. The newest one is quoted at greater length. */
const quotesOf = <One>(
  messages: readonly One[],
  quoteOf: (message: One, max: number) => CaseQuote,
): CaseQuote[] =>
  messages
    .map((message, place) => quoteOf(message, place === 0 ? QUOTE_MAX : BEFORE_MAX))
    .reverse();

/** The mark of a picture in a quote, in whose place staff see an address. */
export const PICTURE_QUOTED = '[Picture]';

/** Quotes a message of a chat, with a mark for its picture. Of a deleted one only that it was deleted. */
function chatQuote(message: ChatMessage, max: number): CaseQuote {
  const { userId, fullName, sentAt, content, picture, deletedAt, announcement } = message;
  const said = [picture && PICTURE_QUOTED, plainText(content)].filter(Boolean);
  const text = deletedAt
    ? '(deleted)'
    : announcement
      ? announcementWords(announcement, { userId, fullName })
      : said.join(' ');
  return quote(userId, sentAt, text, max);
}
