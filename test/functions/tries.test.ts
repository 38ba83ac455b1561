import { expect, test } from '@jest/globals';
import { settlePlanPayment } from '#functions/billing/plan-invoices.ts';
import { cancelPlan, moveToPlan, syncSubscription } from '#functions/billing/subscriptions.ts';
import { continueRecovery } from '#functions/payouts/debt-recovery.ts';
import { saveAccount } from '#functions/payouts/payout-account.ts';
import { decideDuePayouts } from '#functions/payouts/payouts.ts';
import { askForPlace, offerPlace } from '#functions/storage/accounts/waitlist.ts';
import { changeConversation } from '#functions/storage/conversations/conversations.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import {
  askedKey,
  balanceKey,
  conversationKey,
  countedOrderKey,
  deviceClaimKey,
  type Key,
  notificationSettingsKey,
  oddsKey,
  payoutKey,
  planPaymentKey,
  recoveryKey,
  referralBonusKey,
  userKey,
} from '#functions/storage/keys.ts';
import { endpointHash, saveDevice } from '#functions/storage/notifications/devices.ts';
import { changeSettings } from '#functions/storage/notifications/notification-settings.ts';
import { countMessage } from '#functions/storage/profiles/analytics.ts';
import { recordOutcome } from '#functions/storage/profiles/odds.ts';
import { countOrder } from '#functions/storage/profiles/reliability.ts';
import { put, table } from '#functions/storage/table.ts';
import { countedSenderKey } from '#functions/storage/visit-keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { DAY, instant, later, monthOf } from '#shared/time.ts';
import { PRICE, pendingOrder } from '../support/orders.ts';
import { newPerson } from '../support/people.ts';
import { worldOfFile } from '../support/test-world.ts';

/* What is overtaken at each try ends after a certain number of tries, with an error, and is not tried for ever. */

const world = worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 20));
const PERIOD = '2027-03';
const someId = () => newId(NOW);
const store = (item: object) => table.write(put(item as never));
const UNAVAILABLE = expect.objectContaining({ code: 'UNAVAILABLE' });
const failed = (message: string) => expect.objectContaining({ message });
const log = { info: () => {}, warn: () => {}, error: () => {} };

/** The item whose writes are overtaken, what is tried, and the result. */
type Prepared = {
  readonly key: Key;
  readonly work: () => Promise<unknown>;
  readonly result: unknown;
};
type Row = [what: string, tries: number, prepare: () => Promise<Prepared>];

const subscription = {
  subscriptionId: 'sub',
  userId: '',
  plan: 'STARTER',
  is: 'active',
  ending: false,
  periodStart: NOW,
  periodEnd: later(NOW, 30 * DAY),
};
const MEMBERSHIP = {
  subscriptionId: 'sub',
  plan: 'STARTER',
  ending: false,
  failing: false,
  paidUntil: NOW,
};

/** A person with a plan, and the context of their subscription. */
async function planOf(account: object, subscriptions: object) {
  const id = someId();
  const person = { ...userKey(id), id, username: id, phoneNumber: '', verified: true, ...account };
  await store(person);
  const context = { table, log, now: NOW, subscriptions } as never;
  return { id, context, key: userKey(id) };
}

const atStripe = { status: async () => subscription, setEnding: async () => {} };

const intact = {
  received: cents(199),
  refunded: cents(0),
  chargedBack: cents(0),
  fees: cents(0),
  disputed: cents(0),
};
const refunded = { ...intact, refunded: cents(199) };

/** A payment of a plan at Stripe, and the context that reads it. */
function planPaymentWith(chargeSummary: object) {
  const payment = { userId: someId(), invoiceId: someId(), amount: cents(199), chargeSummary };
  const subscriptions = { payment: async () => payment };
  return { payment, context: { table, log, now: NOW, subscriptions } as never };
}

const ROWS: Row[] = [
  [
    'an account that follows its subscription',
    5,
    async () => {
      const { id, context, key } = await planOf(
        { licenseId: 'STARTER', membership: MEMBERSHIP },
        atStripe,
      );
      return { key, work: () => syncSubscription(context, id, 'sub'), result: UNAVAILABLE };
    },
  ],
  [
    'an upgrade',
    5,
    async () => {
      const { id, context, key } = await planOf(
        { licenseId: 'STARTER', membership: MEMBERSHIP },
        atStripe,
      );
      return { key, work: () => moveToPlan(context, id, 'PROFESSIONAL', {}), result: UNAVAILABLE };
    },
  ],
  [
    'the end of a plan without a subscription',
    5,
    async () => {
      const { id, context, key } = await planOf({ licenseId: 'STARTER' }, atStripe);
      return { key, work: () => cancelPlan(context, id), result: UNAVAILABLE };
    },
  ],
  [
    'the loss of a payment of a plan',
    5,
    async () => {
      const { payment, context } = planPaymentWith(refunded);
      const key = planPaymentKey(payment.invoiceId);
      return {
        key,
        work: () => settlePlanPayment(context, { invoiceId: payment.invoiceId }),
        result: UNAVAILABLE,
      };
    },
  ],
  [
    'the bonus for an invitation',
    5,
    async () => {
      const { payment, context } = planPaymentWith(intact);
      const bonus = {
        inviterId: someId(),
        invoiceId: payment.invoiceId,
        given: 0,
        earned: false,
        count: 0,
        version: 1,
      };
      await store({ ...referralBonusKey(payment.userId), ...bonus });
      const key = referralBonusKey(payment.userId);
      return {
        key,
        work: () => settlePlanPayment(context, { invoiceId: payment.invoiceId }),
        result: UNAVAILABLE,
      };
    },
  ],
  [
    'a verified name',
    5,
    async () => {
      const { id, key } = await planOf({ licenseId: 'FREE', fullName: 'A B' }, {});
      const account = {
        accountId: 'acct',
        userId: id,
        status: 'READY',
        verifiedName: 'A B',
      } as const;
      const context = { table, now: NOW, payouts: { account: async () => account } } as never;
      return { key, work: () => saveAccount(context, id, undefined, account), result: UNAVAILABLE };
    },
  ],
  [
    'the decision of a payout',
    24,
    async () => {
      const id = someId();
      const due = dueIndex('PAYOUT', later(NOW, -1), id);
      await store({ ...balanceKey(id), balance: 5_000, outgoing: 0, ...due });
      const context = { table, log, now: NOW } as never;
      return {
        key: balanceKey(id),
        work: () => decideDuePayouts(context, id),
        result: failed(`the payout of ${id} could not be decided`),
      };
    },
  ],
  [
    'the recovery of a debt',
    24,
    async () => {
      const [id, conversationId] = [someId(), someId()];
      const due = { conversationId, takenBack: 700, ...dueIndex('PAYOUT', NOW, id) };
      await store({ ...recoveryKey(id, conversationId), ...due });
      await store({ ...balanceKey(id), balance: -700, recovering: 0 });
      const paid = {
        id: someId(),
        userId: id,
        period: PERIOD,
        amount: 2_000,
        status: 'PAID',
        transferId: 'tr',
      };
      await store({ ...payoutKey(id, PERIOD), ...paid, createdAt: NOW, attempt: 1 });
      const context = {
        table,
        log,
        now: NOW,
        payouts: { reversible: async () => cents(700) },
      } as never;
      return {
        key: payoutKey(id, PERIOD),
        work: () => continueRecovery(context, id, conversationId),
        result: undefined,
      };
    },
  ],
  [
    'an order',
    4,
    async () => {
      const [sender, recipient] = [
        await newPerson(world),
        await newPerson(world, { price: PRICE }),
      ];
      const work = async () =>
        (await responseTo(sender.pays(recipient, { card: 'pm_card_visa' }))).body.status;
      return { key: userKey(recipient.user.id), work, result: 'UNAVAILABLE' };
    },
  ],
  [
    'a change of a conversation',
    10,
    async () => {
      const { id } = await pendingOrder(world);
      const work = () => changeConversation(table, id, NOW, (found) => ({ next: found }));
      return {
        key: conversationKey(id),
        work,
        result: failed(`conversation ${id} could not be changed: MOVED`),
      };
    },
  ],
  [
    'the analytics of a message',
    10,
    async () => {
      const { id, sender, recipient } = await pendingOrder(world);
      const key = countedSenderKey(recipient.user.id, sender.user.id);
      return {
        key,
        work: () => countMessage(table, id, NOW),
        result: failed(`conversation ${id} could not be counted`),
      };
    },
  ],
  [
    'the outcome of a message',
    10,
    async () => {
      const [id, recipientId] = [someId(), someId()];
      const ended = { status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER', deadlineAt: NOW };
      await store({ ...conversationKey(id), id, ...ended, price: 100 });
      const work = () => recordOutcome(table, recipientId, id, NOW);
      return {
        key: oddsKey(recipientId),
        work,
        result: failed(`the outcome of conversation ${id} could not be recorded`),
      };
    },
  ],
  [
    'the figures of a month',
    10,
    async () => {
      const { order, recipient } = await pendingOrder(world);
      await recipient.declines(order);
      const key = countedOrderKey(monthOf(world.now()), order.id);
      return {
        key,
        work: () => countOrder(table, order.id, world.now()),
        result: failed(`conversation ${order.id} could not be counted`),
      };
    },
  ],
  [
    'a place that is offered',
    5,
    async () => {
      const [userId, place] = [someId(), { ownerId: someId(), ownerName: 'A', placeId: someId() }];
      await askForPlace(table, userId, place.ownerId, NOW);
      const work = () => offerPlace(table, place, async () => true, NOW);
      return {
        key: askedKey(place.ownerId, NOW, userId),
        work,
        result: failed(`the place ${place.placeId} could not be offered`),
      };
    },
  ],
  [
    'a device',
    5,
    async () => {
      const device = {
        userId: someId(),
        endpoint: `https://push/${someId()}`,
        p256dh: 'p',
        auth: 'a',
        sessionId: 's',
      };
      const key = deviceClaimKey(endpointHash(device.endpoint));
      return {
        key,
        work: () => saveDevice(table, device, NOW),
        result: failed('a device changes hands too often'),
      };
    },
  ],
  [
    'the settings of notifications',
    10,
    async () => {
      const id = someId();
      const work = () => changeSettings(table, id, { turnOff: ['email:receipts'] });
      return {
        key: notificationSettingsKey(id),
        work,
        result: failed('notification settings change too often'),
      };
    },
  ],
];

test.each(ROWS)('%s ends after %i tries', async (_what, wanted, prepare) => {
  const { key, work, result } = await prepare();
  expect(await world.losingEveryWrite(key, work)).toEqual({ result, tries: wanted });
});
