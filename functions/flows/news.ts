import type { Fact } from '../../shared/facts.ts';
import { accountNews } from '../../shared/rules/account-news.ts';
import {
  chatNews,
  contactNews,
  conversationNews,
  givenBackNews,
  isOfConversation,
  type Notification,
  type TOLD_FACTS,
} from '../../shared/rules/notifications.ts';
import { type Instant, instant } from '../../shared/time.ts';
import { chatMessageAt } from '../storage/chat-messages.ts';
import { roomOf } from '../storage/chats.ts';
import { stateOf, type Tie } from '../storage/contacts.ts';
import { conversationById } from '../storage/conversations.ts';
import { contactKey, userKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';
import { stands, type User } from '../storage/users.ts';

type ToldFact = Fact<(typeof TOLD_FACTS)[number]>;

/** What a fact is to whom, as things stand now; empty where it is news to nobody, or no longer. */
export async function newsOf(
  table: TableReader,
  fact: ToldFact,
  now: Instant,
): Promise<Notification[]> {
  if (isOfConversation(fact)) {
    const conversation = await conversationById(table, fact.detail.conversationId, now);
    const news = conversation && conversationNews(conversation, fact, now);
    return news ? [news] : [];
  }
  switch (fact.type) {
    case 'conversation.givenBack': {
      const conversation = await conversationById(table, fact.detail.conversationId, now);
      return conversation ? givenBackNews(conversation) : [];
    }
    case 'contact.invited':
    case 'contact.accepted': {
      const { userId, byUserId } = fact.detail;
      const beside = [userKey(byUserId), contactKey(userId, byUserId)];
      const [found, tie] = await table.getMany<unknown>(beside);
      const other = stands(found as User | undefined, now);
      // Whoever has answered the invitation meanwhile, or ended the contact, is not reminded of it.
      const told = fact.type === 'contact.invited' ? 'INVITED_ME' : 'CONTACT';
      const isSo = stateOf(tie as Tie | undefined, now) === told;
      return other && isSo ? [contactNews(fact, other.fullName)] : [];
    }
    case 'chat.messageSent': {
      const { chatId, messageAt } = fact.detail;
      const [room, message] = await Promise.all([
        roomOf(table, chatId),
        chatMessageAt(table, chatId, instant(messageAt)),
      ]);
      return room && message ? chatNews(room, message) : [];
    }
    default:
      return [accountNews(fact)];
  }
}
