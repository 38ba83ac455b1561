import { expect, test } from '@jest/globals';
import { invitedBy } from '#functions/storage/accounts/referrals.ts';
import {
  invitersOf,
  listBlocked,
  listContacts,
  topContacts,
} from '#functions/storage/contacts/contact-lists.ts';
import { listPricedContacts } from '#functions/storage/contacts/contact-prices.ts';
import {
  conversationsInReview,
  listConversations,
} from '#functions/storage/conversations/conversation-lists.ts';
import { openConversationBetween } from '#functions/storage/conversations/conversations.ts';
import { listDrafts } from '#functions/storage/conversations/drafts.ts';
import { allMessagesOf, messagesOf } from '#functions/storage/conversations/messages.ts';
import { casesAboutPerson } from '#functions/storage/desk/cases.ts';
import { casesWaiting, reviewsWaiting, ticketsWaiting } from '#functions/storage/desk/queues.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import {
  blockedIndex,
  caseIndex,
  caseRecordIndex,
  contactNameIndex,
  contactPriceIndex,
  contactTimeIndex,
  inboxIndex,
  invitationIndex,
  ledgerIndex,
  openIndex,
  ordersIndex,
  reviewIndex,
  ticketIndex,
} from '#functions/storage/index-keys.ts';
import {
  caseKey,
  contactKey,
  conversationKey,
  draftKey,
  draftList,
  draftSortKey,
  entryKey,
  invitedKey,
  type Key,
  messageKey,
  payoutKey,
  statementKey,
  userKey,
} from '#functions/storage/keys.ts';
import { ledgerPage } from '#functions/storage/ledger/ledger-pages.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { instant, later } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

/* The order of each list, and its pages: each begins where the last one ended, and only the last has no cursor. */

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));
const NUMBERS = [1, 2, 3, 4, 5];
const someId = () => newId(NOW);
/** An id with this number, in the order of the numbers. */
const idOf = (number: number, owner: string) => `${owner.slice(0, -1)}${number}`;
const numberOf = (id: string | undefined) => Number(id?.at(-1));
const at = (number: number) => later(NOW, number);

const store = async (itemOf: (number: number) => Key & object) => {
  for (const number of NUMBERS) await table.write(put({ ...itemOf(number), number }));
};
const numbersIn = (items: readonly object[] = []) =>
  items.map((item) => (item as { readonly number: number }).number);

type Place = { readonly skip: number; readonly cursor?: string; readonly limit: number };
type Page =
  | { readonly numbers: readonly number[]; readonly cursor?: string | undefined }
  | undefined;
/** A list with pages: five items, of which the newest has the number 5. */
type Pages = [
  what: string,
  prepare: () => Promise<(place: Place) => Promise<Page>>,
  order: readonly number[],
];

const NEWEST_FIRST = [5, 4, 3, 2, 1];

const conversations = (mailbox: 'INBOX' | 'ORDERS', filter: 'ALL' | 'PENDING') => async () => {
  const userId = someId();
  await store((number) => {
    const id = idOf(number, userId);
    const orders = { filter: 'PENDING', inAll: true };
    return {
      ...conversationKey(id),
      ...(mailbox === 'INBOX'
        ? inboxIndex(userId, 'PENDING', at(number), id)
        : ordersIndex(userId, orders, at(number), id)),
      id,
    };
  });
  return async (place: Place) => {
    const page = await listConversations(table, { userId, mailbox, filter, ...place });
    return (
      page && { numbers: page.conversations.map(({ id }) => numberOf(id)), cursor: page.cursor }
    );
  };
};

const contacts =
  (
    indexOf: (userId: string, otherId: string, number: number) => object,
    read: (
      userId: string,
      place: Place,
    ) => Promise<{ otherIds: string[]; cursor?: string } | undefined>,
  ) =>
  async () => {
    const userId = someId();
    await store((number) => {
      const otherId = idOf(number, userId);
      return { ...contactKey(userId, otherId), ...indexOf(userId, otherId, number) };
    });
    return async (place: Place) => {
      const page = await read(userId, place);
      return page && { numbers: page.otherIds.map(numberOf), cursor: page.cursor };
    };
  };
const byName = (userId: string, otherId: string, number: number) =>
  contactNameIndex(userId, otherId, `n${number}`);

const PAGES: Pages[] = [
  ['the inbox', conversations('INBOX', 'ALL'), NEWEST_FIRST],
  ['the pending messages of the inbox', conversations('INBOX', 'PENDING'), NEWEST_FIRST],
  ['the orders', conversations('ORDERS', 'ALL'), NEWEST_FIRST],
  ['the pending orders', conversations('ORDERS', 'PENDING'), NEWEST_FIRST],
  [
    'the ledger of a person',
    async () => {
      const userId = someId();
      await store((number) => {
        const cause = `answered:${idOf(number, userId)}`;
        return { ...entryKey(cause), ...ledgerIndex(at(number), cause, userId), postings: [] };
      });
      return async (place) => {
        const page = await ledgerPage(table, userId, place, place.limit);
        return (
          page && { numbers: page.entries.map(({ cause }) => numberOf(cause)), cursor: page.cursor }
        );
      };
    },
    NEWEST_FIRST,
  ],
  [
    'the drafts',
    async () => {
      const userId = someId();
      await store((number) => {
        const recipientId = idOf(number, userId);
        const index = { gsi5pk: draftList(userId), gsi5sk: draftSortKey(recipientId, at(number)) };
        return { ...draftKey(userId, recipientId), ...index, recipientId };
      });
      return async (place) => {
        const page = await listDrafts(table, { userId, ...place }, later(NOW, 10));
        if (page) expect(page.total).toBe(5);
        return page && { numbers: numbersIn(page.drafts), cursor: page.cursor };
      };
    },
    NEWEST_FIRST,
  ],
  [
    'the contacts by name',
    contacts(byName, (userId, place) =>
      listContacts(table, { userId, descending: false, ...place }),
    ),
    NUMBERS,
  ],
  [
    'the contacts by name, from the last',
    contacts(byName, (userId, place) =>
      listContacts(table, { userId, descending: true, ...place }),
    ),
    NEWEST_FIRST,
  ],
  [
    'the blocked people',
    contacts(
      (userId, otherId, number) => blockedIndex(userId, otherId, at(number)),
      (userId, place) => listBlocked(table, userId, place),
    ),
    NEWEST_FIRST,
  ],
  [
    'the contacts with a price',
    contacts(
      (userId, otherId, number) => contactPriceIndex(userId, otherId, at(number)),
      (userId, place) => listPricedContacts(table, userId, place),
    ),
    NEWEST_FIRST,
  ],
];

test.each(PAGES)(
  'each page of %s begins where the one before ended',
  async (_what, prepare, order) => {
    const read = await prepare();
    let cursor: string | undefined;
    for (const [first, isLast] of [
      [0, false],
      [2, false],
      [4, true],
    ] as const) {
      const page = await read({ skip: 0, limit: 2, ...(cursor !== undefined && { cursor }) });
      expect(page?.numbers).toEqual(order.slice(first, first + 2));
      expect(page?.cursor === undefined).toBe(isLast);
      cursor = page?.cursor;
    }
  },
);

test.each(PAGES)('a page of %s may begin after some items', async (_what, prepare, order) => {
  const read = await prepare();
  for (const skip of [0, 1, 3, 4, 5, 6]) {
    const page = await read({ skip, limit: 2 });
    expect([skip, page?.numbers]).toEqual([skip, order.slice(skip, skip + 2)]);
    expect([skip, page?.cursor === undefined]).toEqual([skip, skip >= 3]);
  }
});

test.each(PAGES)('a cursor of another form gives no page of %s', async (_what, prepare) => {
  const read = await prepare();
  for (const text of [
    'x',
    `${new Date(NOW).toISOString()}#x y`,
    `x${new Date(NOW).toISOString()}#x`,
  ])
    expect(
      await read({ skip: 0, limit: 2, cursor: Buffer.from(text).toString('base64url') }),
    ).toBeUndefined();
});

test('each page of the messages of a conversation begins where the one before ended', async () => {
  const id = someId();
  await store((number) => ({ ...messageKey(id, `${number}`), id: `${number}` }));
  const read = async (place: { before?: string; skip?: number; limit: number }) => {
    const { messages, more } = await messagesOf(table, id, place);
    return [messages.map((message) => Number(message.id)), more];
  };
  expect(await read({ limit: 2 })).toEqual([[5, 4], true]);
  expect(await read({ before: '4', limit: 2 })).toEqual([[3, 2], true]);
  expect(await read({ before: '2', limit: 2 })).toEqual([[1], false]);
  expect(await read({ skip: 3, limit: 2 })).toEqual([[2, 1], false]);
  expect(await read({ skip: 5, limit: 2 })).toEqual([[], false]);
  expect(await read({ limit: 4 })).toEqual([[5, 4, 3, 2], true]);
  expect(await read({ limit: 5 })).toEqual([NEWEST_FIRST, false]);
});

/** A list without pages, with the numbers of what is read of it. */
type Row = [what: string, read: () => Promise<unknown>, numbers: unknown];

const review = async () => {
  const owner = someId();
  await store((number) => {
    const id = idOf(number, owner);
    return { ...conversationKey(id), ...reviewIndex(1, at(number), id) };
  });
};
const cases = async () => {
  const userId = someId();
  await store((number) => {
    const id = idOf(number, userId);
    return {
      ...caseKey(id),
      id,
      // The third and the fifth are more harmful.
      ...caseIndex(`KIND-${userId}`, number % 2 === 1 && number > 1 ? 2 : 1, at(number), id),
      ...caseRecordIndex('REPORT', { openedBy: someId(), userId }, at(number), id),
    };
  });
  return userId;
};

const ROWS: Row[] = [
  [
    'the payouts of a person, newest first',
    async () => {
      const userId = someId();
      await store((number) => payoutKey(userId, `2027-0${number}`));
      return numbersIn(await payoutsOf(table, userId));
    },
    NEWEST_FIRST,
  ],
  [
    'the messages of a conversation, oldest first',
    async () => {
      const id = someId();
      await store((number) => messageKey(id, `${number}`));
      return numbersIn(await allMessagesOf(table, id));
    },
    NUMBERS,
  ],
  [
    'the statements to a person, newest first',
    async () => {
      const userId = someId();
      await store((number) => statementKey(userId, idOf(number, userId)));
      return numbersIn(await statementsOf(table, userId));
    },
    NEWEST_FIRST,
  ],
  [
    'the latest people who joined by an invitation',
    async () => {
      const userId = someId();
      await store((number) => ({
        ...invitedKey(userId, at(number), 'x'),
        userId: idOf(number, userId),
        joinedAt: at(number),
      }));
      await store((number) => userKey(idOf(number, userId)));
      return (await invitedBy(table, userId, 3)).map(
        ({ user }) => (user as never as { number: number }).number,
      );
    },
    [5, 4, 3],
  ],
  [
    'the latest contacts',
    async () => {
      const userId = someId();
      await store((number) => {
        const otherId = idOf(number, userId);
        return { ...contactKey(userId, otherId), ...contactTimeIndex(userId, otherId, at(number)) };
      });
      return (await topContacts(table, userId, 3)).map(numberOf);
    },
    [5, 4, 3],
  ],
  [
    'the latest invitations to chat',
    async () => {
      const userId = someId();
      await store((number) => {
        const otherId = idOf(number, userId);
        return { ...contactKey(userId, otherId), ...invitationIndex(userId, otherId, at(number)) };
      });
      return (await invitersOf(table, userId, 3)).map(numberOf);
    },
    [5, 4, 3],
  ],
  [
    'the newest open conversation of two people',
    async () => {
      const [one, other] = [someId(), someId()];
      await store((number) => {
        const id = idOf(number, one);
        return { ...conversationKey(id), ...openIndex(one, other, id) };
      });
      return numberOf(await openConversationBetween(table, other, one));
    },
    5,
  ],
  [
    'the conversations in review, oldest first',
    async () => {
      await review();
      return (await conversationsInReview(table, 3)).map(numberOf);
    },
    [1, 2, 3],
  ],
  [
    'the queue of reviews after its first two',
    async () => {
      const [, second] = await reviewsWaiting(table, { limit: 2 });
      const rest = await reviewsWaiting(table, { limit: 2, after: second?.place });
      return rest.map(({ id, since }) => [numberOf(id), since - NOW]);
    },
    [
      [3, 3],
      [4, 4],
    ],
  ],
  [
    'the queue of cases, the most harmful first',
    async () => {
      const userId = await cases();
      const waiting = await casesWaiting(table, `KIND-${userId}` as never, { limit: 4 });
      return waiting.map(({ id, harm, since }) => [numberOf(id), harm, since - NOW]);
    },
    [
      [3, 2, 3],
      [5, 2, 5],
      [1, 1, 1],
      [2, 1, 2],
    ],
  ],
  [
    'the latest cases about a person',
    async () => {
      const userId = await cases();
      return numbersIn(await casesAboutPerson(table, userId, 'REPORT', 3));
    },
    [5, 4, 3],
  ],
  [
    'the help tickets that wait, oldest first',
    async () => {
      const userId = someId();
      await store((number) => {
        const id = idOf(number, userId);
        return { ...conversationKey(id), ...ticketIndex(at(number), id) };
      });
      const waiting = await ticketsWaiting(table, { limit: 2 });
      return waiting.map(({ id, since }) => [numberOf(id), since - NOW]);
    },
    [
      [1, 1],
      [2, 2],
    ],
  ],
];

test.each(ROWS)('a list is read in its order: %s', async (_what, read, numbers) => {
  expect(await read()).toEqual(numbers);
});

test('getMany reads more than a hundred items, in the order of their keys', async () => {
  const keys = Array.from({ length: 250 }, () => conversationKey(someId()));
  const stored = [0, 99, 100, 249];
  for (const nth of stored) await table.write(put({ ...(keys[nth] as Key), nth }));
  const found = await table.getMany<{ readonly nth: number }>(keys);
  expect(found).toHaveLength(keys.length);
  expect(found.flatMap((item, nth) => (item ? [[item.nth, nth]] : []))).toEqual(
    stored.map((nth) => [nth, nth]),
  );
});
