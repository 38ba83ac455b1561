import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerOf,
  runSchedules,
} from '../../support/money.ts';
import { capturedOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

const NOTE = 'Thank you for asking.\n\nI know nothing of violins; Clara Jung does.';

test('one of concurrent calls to decline, answer and cancel succeeds, and the money moves once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { sender, recipient, order } = await pendingOrder(world);
    const raced = await Promise.all([
      responseTo(recipient.declines(order, { note: NOTE })),
      responseTo(recipient.answers(order)),
      responseTo(sender.cancels(order)),
      responseTo(recipient.declines(order)),
    ]);
    expect(raced.filter(({ http }) => http === 200)).toHaveLength(1);
    const { status } = await sender.sees(order);
    for (const { body } of raced)
      if (body.status !== 'SUCCESS')
        expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: status });
    await expectLedgerMatchesStripe(world);
  }
});

test('a declined help ticket moves no money', async () => {
  const { sender, support, order } = await pendingTicket(world, await newPerson(world));
  const intents = intentsOf(world).length;
  await support.declines(order, { note: 'Please write to your bank.' });
  expect(await sender.sees(order)).toMatchObject({
    status: 'DECLINED',
    moneyState: 'RELEASED',
    price: 0,
    note: 'Please write to your bank.',
  });
  expect(intentsOf(world)).toHaveLength(intents);
  await expectLedgerMatchesStripe(world);
});

describe('declining a message', () => {
  test('is refused to its sender, who can cancel', async () => {
    const { sender, order } = await pendingOrder(world);
    await expectRefused(sender.declines(order), 403, 'FORBIDDEN');
    expect(await sender.sees(order)).toMatchObject({ status: 'PENDING' });
  });
});

describe('a declined message', () => {
  test('with a hold was never charged, and both sides read the note', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.declines(order, { note: NOTE });
    const shown = { status: 'DECLINED', moneyState: 'RELEASED', note: NOTE, allowResponse: false };
    for (const side of [sender, recipient]) {
      const seen = await side.sees(order);
      expect(seen).toMatchObject(shown);
      expect(seen.timeline.map(({ event }: { event: string }) => event)).toEqual([
        'PAID',
        'DECLINED',
        'RETURNED',
      ]);
    }
    expect(intentsOf(world)[0]).toMatchObject({ status: 'canceled', amount_received: 0 });
    await expectLedgerMatchesStripe(world);
  });

  test('with a captured payment is refunded in full', async () => {
    const { sender, recipient, order } = await capturedOrder(world);
    expect(await sender.sees(order)).toMatchObject({ moneyState: 'CHARGED' });
    await recipient.declines(order);
    expect(await sender.sees(order)).toMatchObject({
      status: 'DECLINED',
      moneyState: 'REFUNDED',
      note: null,
    });
    await expectLedgerMatchesStripe(world);
  });

  test('earns nothing, and leaves nothing held in the ledger', async () => {
    const { recipient, order } = await pendingOrder(world);
    const { held = 0 } = await ledgerOf(world);
    await recipient.declines(order);
    const ledger = await ledgerOf(world);
    expect(ledger.held).toBe(held - 2_500);
    expect(ledger[`user:${recipient.user.id}`]).toBeUndefined();
    expect(await recipient.dashboard()).toMatchObject({
      pendingPayments: 0,
      pendingInbox: 0,
      accountBalance: 0,
    });
  });

  test('is listed under its own filter on both sides, and counts in both totals', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.declines(order);
    for (const list of [sender.outbox, recipient.inbox]) {
      const one = { pageTotal: 1, data: [{ id: order.id, status: 'DECLINED' }] };
      expect(await list({ filter: 'DECLINED' })).toMatchObject(one);
      expect(await list()).toMatchObject(one);
      expect(await list({ filter: 'PENDING' })).toMatchObject({ pageTotal: 0 });
    }
  });

  test('allows a new message, and does not lower the response rate', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.declines(order);
    await sender.pays(recipient, { card: 'pm_card_visa' });
    const { username } = recipient.user;
    const [profile] = (await visitor().calls('viewUserProfile', { username })).data;
    expect(profile).toMatchObject({ responseRate: 100, answeredCount: 0, endedCount: 0 });
  });
});

describe('the note of a declined message', () => {
  const noteOf = async (said: string) => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.declines(order, { note: said });
    return (await sender.sees(order)).note;
  };

  test('is empty if it is blank', async () => {
    expect(await noteOf('  \n ')).toBeNull();
  });

  test('is plain text: HTML is shown as it was typed', async () => {
    expect(await noteOf('<b>No</b>, sorry')).toBe('<b>No</b>, sorry');
  });

  test('keeps its line breaks, and drops invisible characters', async () => {
    expect(await noteOf('One \r\n\r\n\r\n\r\ntwo\u200b\u0007 \n three')).toBe('One\n\ntwo\nthree');
  });

  test('has at most 500 characters; a longer one leaves the message pending', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    expect(
      (await responseTo(recipient.declines(order, { note: 'x'.repeat(501) }))).body,
    ).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { note: 'Please keep your note under 500 characters' },
    });
    expect(await sender.sees(order)).toMatchObject({ status: 'PENDING' });
    await recipient.declines(order, { note: 'x'.repeat(500) });
  });
});

describe('a message that has ended', () => {
  test.each([
    ['answered', 'OPEN', (two: Two, id: string) => two.recipient.answers({ id })],
    ['cancelled', 'CANCELLED', (two: Two, id: string) => two.sender.cancels({ id })],
    ['reported', 'REPORTED', (two: Two, id: string) => two.recipient.reportsLetter({ id })],
    ['declined', 'DECLINED', (two: Two, id: string) => two.recipient.declines({ id })],
  ])('that was %s cannot be declined', async (_how, inboxStatus, act) => {
    const { order, ...two } = await pendingOrder(world);
    await act(two, order.id);
    expect((await responseTo(two.recipient.declines(order))).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus,
    });
    await expectLedgerMatchesStripe(world);
  });

  test('cannot be declined after ten days, even before the schedule has expired it', async () => {
    const { recipient, order } = await pendingOrder(world);
    world.advance(10 * DAY + MINUTE);
    expect((await responseTo(recipient.declines(order))).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'EXPIRED',
    });
    await runSchedules();
  });

  type Two = { readonly sender: Person; readonly recipient: Person };
});
