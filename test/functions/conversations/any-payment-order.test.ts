import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { listConversations } from '#functions/storage/conversations/conversation-lists.ts';
import { mailboxCountsOf } from '#functions/storage/conversations/list-counters.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import {
  expectLedgerMatchesStripe,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

/* A property test of payments: random calls in random order, with temporary Stripe failures and jumps of the clock. */

const world = worldOfFile();

const CARDS = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_authenticationRequired'] as const;
const step = fc.record({
  what: fc.constantFrom(
    'pay',
    'pay',
    'ask',
    'answer',
    'cancel',
    'report',
    'sweep',
    'events',
    'bank',
    'wait',
    'fault',
  ),
  who: fc.nat(1),
  /** The third recipient is the support account, which receives help tickets without payment. */
  whom: fc.nat(2),
  card: fc.constantFrom(...CARDS),
  pause: fc.constantFrom(MINUTE, HOUR, 2 * DAY, 4 * DAY),
  fault: fc.constantFrom('lose-reply', 'refuse-connection', 'status-500'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(one: Step, senders: Person[], recipients: Person[], ids: string[]) {
  const sender = senders[one.who] as Person;
  const recipient = recipients[one.whom] as Person;
  const id = ids.at(-1 - one.who) ?? '';
  switch (one.what) {
    case 'pay': {
      const paid = await responseTo(sender.pays(recipient, { card: one.card }));
      if (paid.body.data) ids.push(paid.body.data[0].id);
      return;
    }
    case 'ask': {
      const asked = await responseTo(sender.asksSupport());
      if (asked.body.data) ids.push(asked.body.data[0].id);
      return;
    }
    case 'answer':
      return id && responseTo(recipient.answers({ id }));
    case 'cancel':
      return id && responseTo(sender.cancels({ id }));
    case 'report':
      return (
        id &&
        responseTo(
          recipient.reportsLetter({ id }, { reason: one.who ? 'IGNORE' : 'SPAM_PHISHING' }),
        )
      );
    case 'sweep':
      return runSchedules();
    case 'events':
      return postAllEvents(world).catch(() => {});
    case 'bank': {
      const waiting = world.stripe.read('paymentIntents') as { id: string; status: string }[];
      const asked = waiting.find(({ status }) => status === 'requires_action');
      return asked && world.stripe.authenticate(asked.id, one.who ? 'authenticated' : 'failed');
    }
    case 'wait':
      world.advance(one.pause);
      return world.stripe.runDue();
    case 'fault':
      world.stripe.faults.next({ kind: one.fault, method: 'POST', times: 3 });
  }
}

/** Checks that a person's counters equal their list contents, and that their balance equals the ledger's. */
async function expectTrueFigures(person: Person): Promise<void> {
  const userId = person.user.id;
  for (const box of ['INBOX', 'ORDERS'] as const) {
    const counts = await mailboxCountsOf(table, userId, box);
    for (const filter of ['ALL', 'PENDING', 'OPEN', 'REPORTED', 'EXPIRED', 'CANCELLED'] as const) {
      const list = { userId, mailbox: box, filter, skip: 0, limit: 100 };
      const found = await listConversations(table, list);
      expect([filter, counts[filter] ?? 0]).toEqual([filter, found?.conversations.length]);
    }
  }
  const { [`user:${userId}`]: owed = 0 } = await ledgerOf(world);
  expect((await balanceOf(table, userId)).balance).toBe(owed);
}

test('any sequence of calls leaves a ledger that sums to zero and equals Stripe, and correct counters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const senders = [await newPerson(world), await newPerson(world)];
      const support = await supportOf(world);
      const recipients = [
        await newPerson(world, { price: PRICE }),
        await newPerson(world, { price: PRICE }),
        support,
      ];
      const ids: string[] = [];
      for (const one of steps) await take(one, senders, recipients, ids);
      world.stripe.faults.clear();
      for (let run = 0; run < 3; run += 1) {
        world.advance(2 * HOUR);
        await world.stripe.runDue();
        await runSchedules();
      }
      await expectLedgerMatchesStripe(world);
      for (const person of [...senders, ...recipients]) await expectTrueFigures(person);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
