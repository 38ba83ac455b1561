import { beforeAll, describe, expect, test } from '@jest/globals';
import { book } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import {
  chargeLossEntry,
  type LedgerEntry,
  payoutDecidedEntry,
  payoutPaidEntry,
} from '#shared/rules/ledger/ledger.ts';
import { MINUTE } from '#shared/time.ts';
import { completeDeletions, requestDueDeletion } from '../../support/account-deletions.ts';
import { ledgerOf } from '../../support/money.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

/** Creates a recipient with this many answered messages, each answered a second after the previous one. */
async function earner(messages: number) {
  const recipient = await newPerson(world, { price: PRICE });
  const ids: string[] = [];
  for (let nth = 0; nth < messages; nth += 1) {
    const paid = await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    const id = paid.id;
    await recipient.answers({ id });
    ids.unshift(id);
    world.advance(1_000);
  }
  return { recipient, ids };
}

/** A person with more lines than a page. */
let many: Awaited<ReturnType<typeof earner>>;
beforeAll(async () => {
  many = await earner(23);
});

test('an answer that two concurrent calls send creates one ledger line', async () => {
  const { recipient, order } = await pendingOrder(world);
  await Promise.all([responseTo(recipient.answers(order)), responseTo(recipient.answers(order))]);
  world.advance(MINUTE);
  expect(await recipient.ledger()).toMatchObject({ pageTotal: 1, data: [{ net: 22 }] });
});

describe('access to a ledger', () => {
  test('is limited to the caller’s own: the sender of a message sees no line of its recipient', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    expect(await sender.ledger()).toMatchObject({ pageTotal: 0, data: [] });
    expect(await recipient.ledger()).toMatchObject({
      pageTotal: 1,
      data: [{ conversationId: order.id }],
    });
  });

  test('is limited to the caller’s own even with a cursor of another ledger', async () => {
    const { cursor } = await many.recipient.ledger();
    const stranger = await earner(1);
    const seen = await stranger.recipient.ledger({ cursor });
    for (const { conversationId } of seen.data) expect(stranger.ids).toContain(conversationId);
  });
});

describe('a ledger line', () => {
  test('of an answer shows the price, the fee and the earning', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    const { data } = await recipient.ledger();
    expect(data).toEqual([
      {
        id: `answered:${order.id}`,
        at: expect.stringMatching(/Z$/),
        what: 'ANSWERED',
        conversationId: order.id,
        personName: sender.user.fullName,
        subject: 'Dry winters',
        gross: 25,
        fee: 3,
        net: 22,
        feePercent: 10,
        feeFixed: 0.5,
      },
    ]);
  });

  test('names the sender as the inbox does, also after their account was deleted', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    await requestDueDeletion(world, sender);
    await completeDeletions(world);
    const [line] = (await recipient.ledger()).data;
    const [letter] = (await recipient.calls('viewInboxList')).data;
    expect(line?.personName).toBe(letter.senderName);
    expect(line?.personName).not.toBe(sender.user.fullName);
  });

  test('of a payout names nobody', async () => {
    const { recipient } = await earner(1);
    const payout = { userId: recipient.user.id, period: '2026-10', amount: cents(2_200) };
    await table.write(book(payoutPaidEntry(payout), world.now()));
    expect((await recipient.ledger()).data[0]).toMatchObject({
      what: 'PAYOUT',
      personName: null,
      subject: null,
    });
  });

  test('of an answer uses the better of two fee terms', async () => {
    const recipient = await newPerson(world, { price: PRICE, licenseId: 'PROFESSIONAL' });
    const paid = await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    await recipient.answers(paid);
    expect((await recipient.ledger()).data[0]).toMatchObject({
      gross: 25,
      fee: 1.65,
      net: 23.35,
      feePercent: 5,
      feeFixed: 0.4,
    });
  });

  test('of a payout shows the paid amount; the decision to pay out has no line', async () => {
    const { recipient } = await earner(1);
    const userId = recipient.user.id;
    const payout = { userId, period: '2026-10', amount: cents(2_200) };
    const now = world.now();
    await table.write(book(payoutDecidedEntry(payout), now));
    expect(await recipient.ledger()).toMatchObject({ data: [{ what: 'ANSWERED' }] });
    await table.write(book(payoutPaidEntry(payout), now));
    const { data } = await recipient.ledger();
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      what: 'PAYOUT',
      conversationId: null,
      feePercent: null,
      feeFixed: null,
      gross: -22,
      fee: 0,
      net: -22,
    });
  });

  test('does not exist for an entry that names the person and changes nothing that is owed to them', async () => {
    const { recipient } = await earner(1);
    const userId = recipient.user.id;
    const payout = { userId, period: '2026-10', amount: cents(2_200) };
    const loss = { of: 'X', gone: cents(500), cost: cents(0), from: 'platform:disputes' } as const;
    const still = [
      { ...payoutDecidedEntry(payout), userId },
      {
        ...chargeLossEntry({
          ...loss,
          step: 'takenBack',
          entryNumber: 1,
          frozen: { userId, amount: cents(0) },
        }),
        userId,
      },
      { cause: `freed:${userId}:1`, userId, postings: [] },
    ] as LedgerEntry[];
    for (const entry of still) await table.write(book(entry, world.now()));
    expect(await recipient.ledger()).toMatchObject({ pageTotal: 1, data: [{ what: 'ANSWERED' }] });
    for (const { net } of (await recipient.ledger()).data) expect(net).not.toBe(0);
  });

  test('does not exist for messages that are pending, declined or free', async () => {
    const { recipient, order } = await pendingOrder(world);
    expect(await recipient.ledger()).toMatchObject({ pageTotal: 0, data: [] });
    await recipient.declines(order);
    expect(await recipient.ledger()).toMatchObject({ pageTotal: 0, data: [] });
    const { support, id: ticket } = await pendingTicket(world, await newPerson(world));
    await support.answers({ id: ticket });
    expect(await support.ledger()).toMatchObject({ pageTotal: 0, data: [] });
  });
});

describe('the ledger lines', () => {
  test('are listed newest first by cursor and by skip, without gaps', async () => {
    const { recipient, ids } = many;
    const first = await recipient.ledger();
    expect(first.pageTotal).toBe(23);
    expect(first.data).toHaveLength(20);
    const byCursor = await recipient.ledger({ cursor: first.cursor });
    expect(byCursor.cursor).toBeUndefined();
    const all = [...first.data, ...byCursor.data].map(({ conversationId }) => conversationId);
    expect(all).toEqual(ids);
    expect((await recipient.ledger({ skip: 20 })).data).toEqual(byCursor.data);
    expect(await recipient.ledger({ skip: 40 })).toMatchObject({ pageTotal: 23, data: [] });
  });

  test('add up to the balance of the account', async () => {
    const { recipient } = await earner(3);
    const { data } = await recipient.ledger();
    const sum = data.reduce((total, { net }) => total + Number(net) * 100, 0);
    expect(Number((await recipient.balance()).accountBalance) * 100).toBe(sum);
    expect((await ledgerOf(world))[`user:${recipient.user.id}`]).toBe(sum);
  });

  test.each(['nonsense', Buffer.from('x#y').toString('base64url')])(
    'are refused for an invalid cursor (%s)',
    async (cursor) => {
      const { recipient } = await pendingOrder(world);
      await expectRefused(recipient.ledger({ cursor }), 400, 'INVALID_INPUT', {
        cursor: 'This cursor isn’t valid',
      });
    },
  );
});
