import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler as countReliability } from '#functions/events/countReliability.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { handler as publishReliability } from '#functions/jobs/publishReliability.ts';
import { handler as renderPage } from '#functions/pages/render.ts';
import {
  countedOrderKey,
  type Key,
  RELIABILITY_COUNT_PREFIX,
  reliabilityCountKey,
  reliabilityPartition,
} from '#functions/storage/keys.ts';
import { countOrder } from '#functions/storage/profiles/reliability.ts';
import { put, table } from '#functions/storage/table.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { type Counts, difference, sumOf } from '#shared/rules/profiles/reliability.ts';
import { DAY, fromIso, HOUR, later, MINUTE, monthOf } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { claimedOrder } from '../../support/claims.ts';
import { intentOf, refundOf } from '../../support/disputes.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, capturedOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The figures of the platform: counted by a subscriber, published by a schedule. docs/product/reliability.md */

const world = worldOfFile();

const deliver = (event: DomainEvent) =>
  countReliability({ detail: event } as never, lambdaContext());

/** The events about a conversation that the bus delivers to the subscriber, oldest first. */
async function eventsAbout(id: string): Promise<DomainEvent[]> {
  const types: readonly string[] = subscribers.countReliability.events;
  return (await domainEventsOf(world)).filter(
    ({ type, detail }) =>
      types.includes(type) && 'conversationId' in detail && detail.conversationId === id,
  );
}

async function deliverAll(id: string): Promise<void> {
  for (const event of await eventsAbout(id)) await deliver(event);
}

async function countsIn(month: string): Promise<Counts> {
  const prefix = RELIABILITY_COUNT_PREFIX;
  const { items } = await table.query<Key & Counts>({
    partition: reliabilityPartition(month),
    prefix,
    consistent: true,
  });
  return sumOf(items.map(({ pk: _pk, sk: _sk, ...counts }) => counts));
}

const thisMonth = () => monthOf(world.now());

/** What a step adds to the counters of the current month. */
async function added(step: () => Promise<unknown>): Promise<Counts> {
  const before = await countsIn(thisMonth());
  await step();
  return difference(before, await countsIn(thisMonth()));
}

const ANSWERED = { answered: 1, h1: 1, paid: PRICE };

describe('the subscriber', () => {
  test('counts an answer once, however often and in whatever order its events arrive', async () => {
    const { id } = await answeredOrder(world);
    const events = await eventsAbout(id);
    expect(events.map(({ type }) => type)).toEqual(['conversation.answered']);
    expect(await added(() => deliverAll(id))).toEqual(ANSWERED);
    expect(await added(() => deliverAll(id))).toEqual({});
    expect(await added(() => Promise.all([...events, ...events, ...events].map(deliver)))).toEqual(
      {},
    );
  });

  test('counts an order once if several of its events arrive at the same moment', async () => {
    const { id } = await answeredOrder(world);
    const [event] = (await eventsAbout(id)) as [DomainEvent];
    const many = () => Promise.all([event, event, event, event].map(deliver));
    expect(await added(many)).toEqual(ANSWERED);
  });

  test('counts every one of several orders that end at the same moment', async () => {
    const orders = [
      await answeredOrder(world),
      await answeredOrder(world),
      await answeredOrder(world),
    ];
    const all = await added(() => Promise.all(orders.map(({ id }) => deliverAll(id))));
    expect(all).toEqual({ answered: 3, h1: 3, paid: 3 * PRICE });
  });

  test('counts a declined, canceled or reported message as ended otherwise', async () => {
    for (const end of ['decline', 'cancel', 'report'] as const) {
      const { sender, recipient, order } = await pendingOrder(world);
      if (end === 'decline') await recipient.declines(order);
      if (end === 'cancel') await sender.cancels(order);
      if (end === 'report') await recipient.reportsLetter(order);
      const givenBack = end === 'report' ? {} : { givenBack: PRICE };
      expect(await added(() => deliverAll(order.id))).toEqual({
        otherwise: 1,
        paid: PRICE,
        ...givenBack,
      });
    }
  });

  test('takes an answer whose dispute was lost out of the answers, and restores it if the dispute is won after all', async () => {
    const { id, intent } = await answeredOrder(world);
    expect(await added(() => deliverAll(id))).toEqual(ANSWERED);
    const opened = await world.bank.disputes(intent);
    await world.bank.decides(opened, 'lost');
    await postAllEvents(world);
    const lost = { answered: -1, h1: -1, otherwise: 1, givenBack: PRICE };
    expect(await added(() => deliverAll(id))).toEqual(lost);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    const [first, ...others] = await eventsAbout(id);
    const won = { answered: 1, h1: 1, otherwise: -1, givenBack: -PRICE };
    // The oldest event comes last.
    expect(
      await added(async () => {
        for (const event of others.reverse()) await deliver(event);
        await deliver(first as DomainEvent);
      }),
    ).toEqual(won);
  });

  test('counts an answer as unanswered whose recipient does not react to a claim, and the claim as upheld', async () => {
    const { id } = await claimedOrder(world);
    expect(await added(() => deliverAll(id))).toEqual(ANSWERED);
    world.advance(4 * DAY);
    await expireConversations({}, lambdaContext());
    expect((await eventsAbout(id)).map(({ type }) => type)).toContain('claim.givenBack');
    const upheld = { answered: -1, h1: -1, unanswered: 1, givenBack: PRICE, upheldClaims: 1 };
    expect(await added(() => deliverAll(id))).toEqual(upheld);
  });

  test('counts an answer as ended otherwise if its recipient gives the money back', async () => {
    const { recipient, order } = await claimedOrder(world);
    await deliverAll(order.id);
    await recipient.givesBack(order);
    const givenBack = { answered: -1, h1: -1, otherwise: 1, givenBack: PRICE };
    expect(await added(() => deliverAll(order.id))).toEqual(givenBack);
  });

  test('does not count an open dispute as given back', async () => {
    const { id, intent } = await answeredOrder(world);
    await world.bank.disputes(intent);
    await postAllEvents(world);
    expect(await added(() => deliverAll(id))).toEqual(ANSWERED);
  });

  test('does not count a refund as given back that the bank refused for good', async () => {
    const { sender, order } = await capturedOrder(world);
    await sender.cancels(order);
    expect(await added(() => deliverAll(order.id))).toMatchObject({ givenBack: PRICE });
    for (let nth = 0; nth < 2; nth += 1) {
      await world.bank.refusesRefund(refundOf(world, intentOf(world, order.id)));
      await postAllEvents(world);
      world.advance(5 * MINUTE);
      await expireConversations({}, lambdaContext());
    }
    expect((await eventsAbout(order.id)).map(({ type }) => type)).toContain('refund.failed');
    expect(await added(() => deliverAll(order.id))).toEqual({ givenBack: -PRICE });
  });

  test('ignores an order that ended more than 400 days ago', async () => {
    const { id } = await answeredOrder(world);
    const month = thisMonth();
    const before = await countsIn(month);
    world.advance(401 * DAY);
    await deliverAll(id);
    expect(await countsIn(month)).toEqual(before);
  });

  test('keeps what it counted of an order for as long as it counts', async () => {
    const { id } = await answeredOrder(world);
    await deliverAll(id);
    const stored = await table.get<{ expiresAt: number }>(countedOrderKey(thisMonth(), id));
    const days = ((stored?.expiresAt ?? 0) * 1_000 - world.now()) / DAY;
    expect(Math.round(days)).toBe(400);
  });
});

describe('a month', () => {
  /** Moves the clock to `before` the end of a month, and returns that month and the next. */
  function nearTheEnd(before: number): readonly [string, string] {
    const date = new Date(world.now());
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 1);
    world.advance(end - before - world.now());
    return [thisMonth(), monthOf(later(world.now(), before))];
  }

  test('has the answers that came in it, also of messages that were paid before', async () => {
    const [month, next] = nearTheEnd(HOUR);
    const { recipient, order } = await pendingOrder(world);
    world.advance(2 * HOUR);
    await recipient.answers(order);
    await deliverAll(order.id);
    expect(await countsIn(month)).toEqual({});
    expect(await countsIn(next)).toEqual({ answered: 1, h3: 1, paid: PRICE });
  });

  test('has the messages whose deadline was in it, also if the schedule runs in the next', async () => {
    const [month, next] = nearTheEnd(10 * DAY + HOUR);
    const { id } = await pendingOrder(world);
    world.advance(11 * DAY);
    expect(thisMonth()).toBe(next);
    await expireConversations({}, lambdaContext());
    await deliverAll(id);
    expect(await countsIn(month)).toEqual({ unanswered: 1, paid: PRICE, givenBack: PRICE });
    expect(await countsIn(next)).toEqual({});
  });
});

describe('the published figures', () => {
  const publish = () => publishReliability({}, lambdaContext());
  const view = async () => await visitor().reliability();

  /** Stores counters, in two items as two orders would. */
  async function plant(month: string, counts: Counts): Promise<void> {
    const half = Object.entries(counts).map(([name, count]) => [name, count / 2] as const);
    for (const slot of ['X', 'Y'])
      await table.write(put({ ...reliabilityCountKey(month, slot), ...Object.fromEntries(half) }));
  }

  test('are empty before they were computed, and of a new platform', async () => {
    world.advance(500 * DAY);
    expect(await view()).toEqual({ computedAt: null, months: [] });
    await publish();
    const { computedAt, months } = await view();
    expect([Date.parse(String(computedAt)) <= world.now(), months]).toEqual([true, []]);
  });

  test('begin with the first month in which an order ended, and do not show months of few orders', async () => {
    world.advance(fromIso('2030-05-20T12:00:00.000Z') - world.now());
    await plant('2030-02', {
      answered: 30,
      h5: 10,
      h20: 20,
      unanswered: 10,
      otherwise: 4,
      paid: 88_000,
      givenBack: 22_050,
    });
    await plant('2030-04', { answered: 12, h1: 12, paid: 5_000 });
    await publish();
    expect((await view()).months).toEqual([
      {
        month: '2030-02',
        figures: {
          answered: 30,
          unanswered: 10,
          otherwise: 4,
          medianHours: 20,
          paid: 880,
          givenBack: 220.5,
          upheldClaims: 0,
        },
      },
      ...['2030-03', '2030-04', '2030-05'].map((month) => ({ month, figures: null })),
    ]);
  });

  test('change when an order of a published month changes, with the next run', async () => {
    const before = await view();
    await plant('2030-02', { answered: 20, h5: 20, paid: 1_000 });
    expect(await view()).toEqual(before);
    await publish();
    expect((await view()).months[0]?.figures).toMatchObject({ answered: 20, medianHours: 5 });
  });

  test('are on the page that the server renders for visitors, as charts and as tables', async () => {
    world.advance(fromIso('2031-06-20T12:00:00.000Z') - world.now());
    await plant('2031-05', {
      answered: 30,
      h19: 30,
      unanswered: 10,
      paid: 88_000,
      givenBack: 22_050,
    });
    await publish();
    const event = { rawPath: '/pages/reliability', headers: {} };
    const page = await renderPage(event as unknown as APIGatewayProxyEventV2, lambdaContext());
    const { body, headers } = page as { body: string; headers: Record<string, string> };
    expect(body).toContain(
      'In May 2031, 30 of 40 letters were answered, half of them within 19 hours.',
    );
    expect(body).toMatch(/<svg role="img"[^>]*>.*May 2031: 75% \(30 of 40\)\..*<\/svg>/);
    expect(body).toMatch(/<table.*May 2031.*\$220\.50 of \$880\.00 \(25%\).*<\/table>/);
    expect(body).toContain('Computed on <time dateTime="2031-06-20');
    expect(body).not.toContain('<script type="module"');
    expect(headers['cache-control']).toContain('s-maxage=300');
  });
});

test('an order whose count others overtake is given up after ten tries', async () => {
  const { order, recipient } = await pendingOrder(world);
  await recipient.declines(order);
  const count = () => countOrder(table, order.id, world.now());
  expect(await world.losingEveryWrite(countedOrderKey(thisMonth(), order.id), count)).toEqual({
    result: new Error(`conversation ${order.id} could not be counted`),
    tries: 10,
  });
});
