import { describe, expect, jest, test } from '@jest/globals';
import { payForMessage } from '#functions/conversations/payments.ts';
import { settleMoney } from '#functions/conversations/settle-payment.ts';
import { payments, type StripePaymentStatus } from '#functions/gateways/payments.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import {
  changeConversation,
  lockedConversationOf,
} from '#functions/storage/conversations/conversations.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { DAY, HOUR, type Instant, later, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { orderFor, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS, type World } from '../../support/world.ts';

/* Payments that a phone repeats with the same Idempotency-Key long after the first request crashed. */

const KEY = 'one-tap';

const world = worldOfFile();

/** Creates an order whose process crashed right after Stripe created the hold, before the hold was stored. */
async function crashAfterHold() {
  for (let crashAt = 1; ; crashAt += 1) {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const first = await sender.pays(await newPerson(world, { price: PRICE }), {
      card: 'pm_card_visa',
    });
    await sender.cancels(first);
    const before = intentsOf(world).length;
    await world.crashingAt(crashAt, 'after', () =>
      responseTo(sender.pays(recipient, { key: KEY })),
    );
    const intents = intentsOf(world).length;
    if (intents > before) return { sender, recipient, intents };
  }
}

test('a repeated payment makes no second hold after Stripe has forgotten the idempotency key', async () => {
  const { sender, recipient, intents } = await crashAfterHold();

  world.advance(2 * DAY);
  const again = await responseTo(sender.pays(recipient, { key: KEY }));
  expect(again.body).toMatchObject({ status: 'SUCCESS' });
  expect(intentsOf(world)).toHaveLength(intents);
  await runSchedules();
  await expectLedgerMatchesStripe(world);
});

test('a payment that waits for the bank is kept when Stripe does not answer the same request, repeated at the same time', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const payOnce = () =>
    responseTo(sender.pays(recipient, { card: 'pm_card_authenticationRequired', key: KEY }));
  let first: Awaited<ReturnType<typeof payOnce>> | undefined;
  const unanswered = jest.spyOn(payments, 'hold').mockImplementationOnce(async () => {
    first = await payOnce();
    throw new Refusal('UNAVAILABLE');
  });
  expect((await payOnce()).body.status).toBe('UNAVAILABLE');
  unanswered.mockRestore();
  expect(first?.body.status).toBe('CARD_ACTION_REQUIRED');
  expect((await payOnce()).body).toEqual(first?.body);
});

test('a payment that Stripe still processes is not reported as declined when the first request undoes it', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const payOnce = () => responseTo(sender.pays(recipient, { card: 'pm_card_visa', key: KEY }));
  const repeated = jest.spyOn(payments, 'hold').mockImplementationOnce(async () => {
    repeated.mockRejectedValueOnce(new Refusal('UNAVAILABLE'));
    await payOnce();
    return { is: 'underway' };
  });
  const answer = await payOnce();
  repeated.mockRestore();
  expectRefusal(answer, 503, 'UNAVAILABLE');
});

test('a payment that is repeated or confirmed again shows both people as they are now', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa', key: KEY }));
  const fullName = 'Somebody Else';
  for (const { user } of [sender, recipient])
    await table.write(update(userKey(user.id), { set: { fullName } }));
  const now = { senderName: fullName, recipientName: fullName };
  const inboxId = body.data[0].id;
  for (const answer of [
    await responseTo(sender.pays(recipient, { card: 'pm_card_visa', key: KEY })),
    await responseTo(sender.confirmsPayment({ id: inboxId })),
  ])
    expect(answer.body.data).toMatchObject([{ id: inboxId, ...now }]);
});

/** Recovers without user action: the webhooks arrive in any order, and the schedules run until nothing is due. */
async function heal(world: World, by: 'sweep' | 'webhook'): Promise<void> {
  if (by === 'webhook') await postAllEvents(world);
  world.advance(3 * MINUTE);
  await world.stripe.runDue();
  await runSchedules();
  world.advance(3 * MINUTE);
  await runSchedules();
  await expectLedgerMatchesStripe(world);
}

/**
 * The ledger accounts with a balance other than zero. Each scenario has its own world, so they concern its order
 * only.
 */
async function owed(world: World): Promise<Record<string, number>> {
  const accounts = Object.entries(await ledgerOf(world));
  return Object.fromEntries(accounts.filter(([, balance]) => balance !== 0));
}

describe.each(['sweep', 'webhook'] as const)(
  'after a crash at any effect and recovery by the %s:',
  (by) => {
    test('a new card is saved if and only if its message is paid', async () => {
      const effects = await world.crashingAtEveryWrite(
        async ({ crash }) => {
          const [sender, recipient] = [
            await newPerson(world),
            await newPerson(world, { price: PRICE }),
          ];
          const draft = await sender.savesDraft(recipient);
          await crash(() =>
            responseTo(sender.pays(recipient, { card: 'pm_card_visa', input: draft })),
          );
          await heal(world, by);
          const lock = await lockedConversationOf(table, sender.user.id, recipient.user.id);
          const { card } = (await userById(table, sender.user.id, world.now())) ?? {};
          expect(card === undefined).toBe(lock === undefined);
        },
        { inNewWorlds: true },
      );
      expect(effects).toBeGreaterThanOrEqual(3);
    });

    test('an order whose hold outlasts its deadline is expired and released', async () => {
      await world.crashingAtEveryWrite(
        async ({ crash }) => {
          const { order, sender } = await pendingOrder(world);
          // Moves the deadline before the end of the hold; with today's cards the hold ends first.
          await changeConversation(table, order.id, world.now(), (found) => ({
            next: { ...found, deadlineAt: later(found.paidAt, 5 * DAY) },
          }));
          world.advance(5 * DAY);
          await crash(() => expireConversations({}, lambdaContext()));
          await heal(world, by);
          expect(await sender.sees(order)).toMatchObject({
            status: 'EXPIRED',
            moneyState: 'RELEASED',
            reasonCode: 'RETURN_TO_SENDER',
          });
          expect(await owed(world)).toEqual({});
        },
        { inNewWorlds: true },
      );
    });
  },
);

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Payments at a Stripe that answers each request with a status, and what was requested. */
function paymentsWith(status: StripePaymentStatus) {
  const asked: string[] = [];
  const answer = (name: string) => async () => {
    asked.push(name);
    return status;
  };
  const methods = { hold: answer('hold'), find: answer('find'), status: answer('status') };
  return { asked, payments: { ...methods, customer: async () => 'cus' } as never };
}

test('a payment whose request was lost is searched for from exactly two minutes on', async () => {
  const createdAt = world.now();
  const order = { id: newId(createdAt), status: 'PAYING', money: {}, payment: {}, createdAt };
  const askedAt = async (now: Instant) => {
    const { asked, payments } = paymentsWith({ is: 'underway' });
    await settleMoney(
      { table, log: log as never, payments, now },
      order as unknown as Conversation,
    );
    return asked;
  };
  expect(await askedAt(later(createdAt, 2 * MINUTE - 1))).toEqual([]);
  expect(await askedAt(later(createdAt, 2 * MINUTE))).toEqual(['find']);
});

/** Makes an order whose request for a hold was interrupted. Returns a function that pays again and lists the requests to Stripe. */
async function interruptedOrder(key: string | undefined) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const begunAt = world.now();
  const keyed = key === undefined ? key : { callerId: sender.user.id, key, fingerprint: 'f' };
  const input = { ...orderFor(recipient, { paymentMethodId: 'pm' }), price: cents(PRICE) };
  const pay = async (now: Instant) => {
    const { asked, payments } = paymentsWith({ is: 'underway' });
    const context = { table, log, now, settings: SETTINGS, payments } as never;
    const paid = payForMessage(context, sender.user.id, input as never, keyed);
    const { code } = (await paid.catch((fault: Refusal) => fault)) as Partial<Refusal>;
    return [asked, code];
  };
  expect(await pay(begunAt)).toEqual([['hold'], 'UNAVAILABLE']);
  return { begunAt, pay };
}

test('the request for a hold is repeated under its key for less than 23 hours, and then searched for', async () => {
  const { begunAt, pay } = await interruptedOrder('k');
  const end = later(begunAt, 23 * HOUR);
  expect(await pay(later(end, -1))).toEqual([['hold'], 'UNAVAILABLE']);
  expect(await pay(end)).toEqual([['find'], 'UNAVAILABLE']);
});

test('another order searches for an interrupted payment that is in its way from exactly two minutes on', async () => {
  const { begunAt, pay } = await interruptedOrder(undefined);
  const end = later(begunAt, 2 * MINUTE);
  expect(await pay(later(end, -1))).toEqual([[], 'PENDING_INBOX_EXISTS']);
  expect(await pay(end)).toEqual([['find'], 'PENDING_INBOX_EXISTS']);
});

test('a payment is not undone twice if a stale index still lists it', async () => {
  world.stripe.faults.next({ kind: 'status-500', times: 9 });
  await pendingOrder(world).catch(() => undefined);
  world.stripe.faults.clear();
  world.advance(MINUTE);
  await expectNothingTwice(world, runSchedules);
});
