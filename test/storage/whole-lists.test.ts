import { expect, test } from '@jest/globals';
import { stuckPayouts } from '#functions/desk/held-payouts.ts';
import { attachmentsOf, removeAllAttachments } from '#functions/storage/attachments/attachments.ts';
import { messagesBefore, newestOf } from '#functions/storage/chat/chat-messages.ts';
import { everyContact } from '#functions/storage/contacts/contact-lists.ts';
import {
  allMessagesSeenBy,
  messagesOf,
  messagesSeenBy,
} from '#functions/storage/conversations/messages.ts';
import { shownSentencesOf } from '#functions/storage/conversations/thanks.ts';
import {
  askedAnswerIndex,
  contactNameIndex,
  dueIndex,
  ownAnswerIndex,
} from '#functions/storage/index-keys.ts';
import {
  attachmentKey,
  balanceKey,
  browseKey,
  chatMessageKey,
  contactKey,
  hiddenReplyKey,
  type Key,
  messageKey,
  payoutAccountKey,
  publicAnswerKey,
  roomKey,
  shownSentenceKey,
  sitemapList,
} from '#functions/storage/keys.ts';
import {
  allItems,
  countItems,
  deleteItems,
  itemsUpTo,
  positionAfter,
} from '#functions/storage/list-position.ts';
import { latePayouts } from '#functions/storage/payouts/late-payouts.ts';
import { allAnswersOf, answersBetween } from '#functions/storage/public-answers/public-answers.ts';
import { sitemapUsernames } from '#functions/storage/search/browse.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { CASH_OUT_HOLD } from '#shared/rules/payouts/cash-out.ts';
import { DAY, HOUR, instant, later } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

/* DynamoDB may end a page after any item. Whoever reads a whole list goes on to its last page. */

const world = worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));
const NUMBERS = [1, 2, 3, 4, 5];
const someId = () => newId(NOW);

async function store(itemOf: (number: number) => Key & Readonly<Record<string, unknown>>) {
  for (const number of NUMBERS) await table.write(put(itemOf(number)));
}

/** A list that is read to its end: what it finds of five items. */
type Row = [what: string, read: () => Promise<() => Promise<unknown>>, found: unknown];

const simpleList = async () => {
  const partition = `TEST#${someId()}`;
  await store((number) => ({ pk: partition, sk: `N#${number}`, number }));
  return { partition, prefix: 'N#' };
};
const numbersOf = (items: readonly object[]) =>
  items.map((item) => (item as { readonly number: number }).number);

/** Stores a public answer under each number, and returns the ids of its people. */
async function publicAnswers(isByNumber: (number: number) => boolean = () => true) {
  const [one, other] = [someId(), someId()];
  await store((number) => {
    const id = `${one}${number}`;
    const [senderId, creatorId] = isByNumber(number) ? [one, other] : [other, one];
    const indexes = {
      ...askedAnswerIndex(senderId, creatorId, id),
      ...ownAnswerIndex(creatorId, later(NOW, number), id),
    };
    return { ...publicAnswerKey(id), ...indexes, id, senderId, creatorId, number };
  });
  return [one, other] as const;
}

const isEven = (number: number) => number % 2 === 0;

async function chat() {
  const chatId = someId();
  await store((number) => {
    const sentAt = later(NOW, number);
    return { ...chatMessageKey(chatId, sentAt), number, sentAt, previousAt: later(sentAt, -1) };
  });
  await table.write(put({ ...roomKey(chatId), id: chatId, members: {}, number: 5 }));
  return chatId;
}

const ROWS: Row[] = [
  [
    'all items',
    async () => {
      const list = await simpleList();
      return async () => numbersOf(await allItems(table, list));
    },
    NUMBERS,
  ],
  [
    'the next items up to a limit',
    async () => {
      const list = await simpleList();
      return async () => numbersOf(await itemsUpTo(table, { ...list, limit: 4 }));
    },
    [1, 2, 3, 4],
  ],
  [
    'the number of items',
    async () => {
      const list = await simpleList();
      return () => countItems(table, list);
    },
    5,
  ],
  [
    'the items after the first three',
    async () => {
      const list = await simpleList();
      return async () => {
        const from = await positionAfter(table, list, 3);
        if (from === 'END') return from;
        return numbersOf((await table.query<Key>({ ...list, ...(from && { from }) })).items);
      };
    },
    [4],
  ],
  [
    'what is deleted',
    async () => {
      const list = await simpleList();
      return async () => {
        await deleteItems(table, list);
        return countItems(table, list);
      };
    },
    0,
  ],
  [
    'every contact',
    async () => {
      const userId = someId();
      await store((number) => {
        const otherId = `0000000000000000000000000${number}`;
        return {
          ...contactKey(userId, otherId),
          ...contactNameIndex(userId, otherId, `${number}`),
        };
      });
      return async () => {
        const found: string[] = [];
        for await (const ids of everyContact(table, userId, 20)) found.push(...ids);
        return found.map((id) => Number(id));
      };
    },
    NUMBERS,
  ],
  [
    'a page of the messages of a conversation',
    async () => {
      const id = someId();
      await store((number) => ({ ...messageKey(id, `M${number}`), number }));
      return async () => {
        const { messages, more } = await messagesOf(table, id, { limit: 3, skip: 1 });
        return [numbersOf(messages), more];
      };
    },
    [[4, 3, 2], true],
  ],
  [
    'a page of the messages and the hidden replies of a person',
    async () => {
      const [id, authorId] = [someId(), someId()];
      await store((number) => ({
        ...(number % 2 === 0
          ? hiddenReplyKey(id, authorId, `M${number}`)
          : messageKey(id, `M${number}`)),
        id: `M${number}`,
        number,
      }));
      return async () => {
        const seen = { id: authorId, hidden: {} as never };
        const { messages, more } = await messagesSeenBy(table, id, seen, { limit: 3, skip: 1 });
        const all = await allMessagesSeenBy(table, id, seen);
        return [numbersOf(messages), more, numbersOf(all)];
      };
    },
    [[4, 3, 2], true, NUMBERS],
  ],
  [
    'the newest messages of a chat',
    async () => {
      const chatId = await chat();
      return async () => {
        const { messages = [], more } = (await newestOf(table, chatId, 3)) ?? {};
        return [numbersOf(messages), more];
      };
    },
    [[5, 4, 3], true],
  ],
  [
    'older messages of a chat',
    async () => {
      const chatId = await chat();
      return async () => {
        const place = { before: later(NOW, 4), skip: 0, limit: 5 };
        const { messages, more } = await messagesBefore(table, chatId, place);
        return [numbersOf(messages), more];
      };
    },
    [[3, 2, 1], false],
  ],
  [
    'the messages of a chat after the first three',
    async () => {
      const chatId = await chat();
      return async () => {
        const place = { before: undefined, skip: 3, limit: 5 };
        return numbersOf((await messagesBefore(table, chatId, place)).messages);
      };
    },
    [2, 1],
  ],
  [
    'the attachments of a deleted account',
    async () => {
      const userId = someId();
      const ids = NUMBERS.map((number) => `A${number}`);
      await store((number) => ({
        ...attachmentKey(userId, `A${number}`),
        id: `A${number}`,
        userId,
        state: 'ready',
      }));
      return async () => {
        await removeAllAttachments(table, userId, NOW);
        return (await attachmentsOf(table, userId, ids)).filter((one) => one !== undefined);
      };
    },
    [],
  ],
  [
    'the public answers of a person, as their author and as the sender',
    async () => {
      const [one] = await publicAnswers(isEven);
      return async () => numbersOf(await allAnswersOf(table, one)).toSorted();
    },
    NUMBERS,
  ],
  [
    'the public answers between two people',
    async () => {
      const people = await publicAnswers(isEven);
      return async () => numbersOf(await answersBetween(table, ...people)).toSorted();
    },
    NUMBERS,
  ],
  [
    'the thank-yous of a person that profiles show',
    async () => {
      const userId = someId();
      await store((number) => ({ ...shownSentenceKey(userId, `C${number}`), number }));
      return async () => numbersOf(await shownSentencesOf(table, userId));
    },
    NUMBERS,
  ],
  [
    'the sitemap',
    async () => {
      await store((number) => ({
        ...browseKey(sitemapList(9), `${number}`),
        username: `u${number}`,
      }));
      return () => sitemapUsernames(table, 9, 4);
    },
    ['u1', 'u2', 'u3', 'u4'],
  ],
  [
    'the number of late payouts',
    async () => {
      await store((number) => {
        const userId = `LATE${number}`;
        return { ...balanceKey(userId), ...dueIndex('PAYOUT', NOW, userId) };
      });
      return () => latePayouts(table, later(NOW, 3 * HOUR));
    },
    5,
  ],
  [
    'the balances that are held',
    async () => {
      const heldUntil = later(NOW, 2 * CASH_OUT_HOLD);
      // The list also has items without a balance. A page of them is not the last one.
      const account = dueIndex('PAYOUT', later(heldUntil, -1), 'HELD0');
      await table.write(put({ ...payoutAccountKey('HELD0'), ...account }));
      await store((number) => {
        const userId = `HELD${number}`;
        return { ...balanceKey(userId), heldUntil, ...dueIndex('PAYOUT', heldUntil, userId) };
      });
      return async () => {
        const { held } = await stuckPayouts(table, later(NOW, 2 * CASH_OUT_HOLD - DAY));
        return held.map(({ userId }) => userId);
      };
    },
    NUMBERS.map((number) => `HELD${number}`),
  ],
];

test.each(ROWS)('every page is read for %s', async (_what, prepare, found) => {
  const read = await prepare();
  await world.withSmallPages(async () => expect(await read()).toEqual(found));
});
