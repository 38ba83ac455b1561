import { expect, jest, test } from '@jest/globals';
import { publishEventHints } from '#functions/live/event-hints.ts';
import { logOf } from '#functions/log.ts';
import { offerPlace } from '#functions/storage/accounts/waitlist.ts';
import { auditEntriesSince } from '#functions/storage/audit.ts';
import { passkeysOf } from '#functions/storage/auth/passkeys.ts';
import { endAllSessions } from '#functions/storage/auth/sessions.ts';
import { newestOf } from '#functions/storage/chat/chat-messages.ts';
import { allMessagesOf, messagesOf } from '#functions/storage/conversations/messages.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { userKey } from '#functions/storage/keys.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { deleteItems } from '#functions/storage/list-position.ts';
import { devicesOf } from '#functions/storage/notifications/devices.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { documents, table } from '#functions/storage/table.ts';
import { instant } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

/* DynamoDB Local shows every write at once, so no other test notices a read that may miss the last writes. */

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));

const LIVE = { live: { publish: async () => {} }, log: logOf('test'), now: NOW };
const namedEvent = { id: 'e', type: 'user.named', at: NOW, detail: { userId: 'u' } } as const;

type Input = {
  readonly ConsistentRead?: boolean;
  readonly RequestItems?: Readonly<Record<string, { readonly ConsistentRead?: boolean }>>;
};

/** Whether each read of `work` is strongly consistent. */
async function consistencyOf(work: () => Promise<unknown>): Promise<boolean[]> {
  const send = documents.send.bind(documents);
  const found: boolean[] = [];
  const spied = jest.spyOn(documents, 'send').mockImplementation((async (
    command: Parameters<typeof send>[0],
  ) => {
    const { RequestItems, ConsistentRead } = command.input as Input;
    const [batch] = Object.values(RequestItems ?? {});
    found.push((batch?.ConsistentRead ?? ConsistentRead) === true);
    return send(command);
  }) as never);
  try {
    await work();
    return found;
  } finally {
    spied.mockRestore();
  }
}

const CONSISTENT: [what: string, read: () => Promise<unknown>][] = [
  ['an item', () => table.get(userKey('u'))],
  ['several items', () => table.getMany([userKey('u')])],
  ['a due balance', () => dueBalanceOf(table, 'u')],
  ['the payouts of a person', () => payoutsOf(table, 'u')],
  ['all messages of a conversation', () => allMessagesOf(table, 'c')],
  ['a page of the messages of a conversation', () => messagesOf(table, 'c', { limit: 2 })],
  ['the statements to a person', () => statementsOf(table, 'u')],
  ['the links of a person', () => linksOf(table, 'u')],
  ['the passkeys of a person', () => passkeysOf(table, 'u')],
  ['the devices of a person', () => devicesOf(table, 'u')],
  ['what is deleted', () => deleteItems(table, { partition: 'p' })],
  [
    'who waits for a place',
    () => offerPlace(table, { ownerId: 'u', ownerName: 'U', placeId: 'p' }, async () => true, NOW),
  ],
  ['the newest messages of a chat', () => newestOf(table, 'c', 2)],
  ['the sessions of an account', () => endAllSessions(table, 'u')],
  [
    'the account whose block has to end its open screens',
    () => publishEventHints({ ...LIVE, table }, namedEvent),
  ],
  ['the audit log', () => auditEntriesSince(table, NOW, NOW)],
];

test.each(CONSISTENT)('the latest writes are read of %s', async (_what, read) => {
  const found = await consistencyOf(read);
  expect(new Set(found)).toEqual(new Set([true]));
});

test.each([
  ['an item', () => table.get(userKey('u'), 'eventual')],
  ['several items', () => table.getMany([userKey('u')], 'eventual')],
  ['the links of a person', () => linksOf(table, 'u', 'eventual')],
])('an eventual read of %s costs half', async (_what, read) => {
  expect(await consistencyOf(read)).toEqual([false]);
});
