import type Stripe from 'stripe';
import { handler as payOut } from '#functions/jobs/payOut.ts';
import { book, changeBalance } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { cents, negative } from '#shared/money.ts';
import { dueAfter, monthAfter } from '#shared/rules/payouts/payouts.ts';
import { fromIso, monthOf } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import { operator } from './disputes.ts';
import { PRICE } from './orders.ts';
import { newPerson, type Person } from './people.ts';
import type { World } from './world.ts';

/* Earnings and payouts in tests, through the real handlers and the real schedule. */

/** The earning from a $25.00 answer on the free plan, in cents. */
export const NET = 2_200;

/** Creates a user who has just earned $22.00 this many times. */
export async function newEarner(world: World, answers = 1): Promise<Person> {
  const person = await newPerson(world, { price: PRICE });
  for (let nth = 0; nth < answers; nth += 1) await earn(world, person);
  return person;
}

/**
 * Creates a user who is owed $22.00, with the money at Stripe but without a conversation: for tests that create many
 * users.
 */
export async function newCreditor(world: World): Promise<Person> {
  const person = await newPerson(world);
  const stripe = await operator(world);
  await stripe.paymentIntents.create({
    amount: NET,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  const account = `user:${person.user.id}` as const;
  const [owed, moved] = [cents(NET), changeBalance(person.user.id, cents(NET), world.now())];
  const postings = [
    { account, amount: owed },
    { account: 'card:clearing' as const, amount: negative(owed) },
  ];
  const entry = { cause: `credit:${person.user.id}`, userId: person.user.id, postings };
  if (moved) await table.transact(book(entry, world.now()), moved);
  return person;
}

/** Lets the user answer a message of $25.00. */
export async function earn(
  world: World,
  person: Person,
  more = {},
  card = 'pm_card_visa',
): Promise<void> {
  const paid = await (await newPerson(world)).pays(person, { card, input: more });
  await person.answers(paid);
}

/** Advances the clock to this time. */
export function advanceTo(world: World, moment: number): void {
  world.advance(moment - world.now());
}

/** The time at which the earnings of this month are paid out. */
export const nextPayday = (world: World) => dueAfter(monthOf(world.now()));

/** Advances the clock to the 20th of a month, when no payout is due. */
export async function advanceToDayWithoutPayouts(world: World): Promise<void> {
  advanceTo(world, fromIso(`${monthAfter(monthOf(world.now()), 2)}-20T10:00:00.000Z`));
  await runPayOut();
}

/** Runs the payout schedule. */
export const runPayOut = (timeLeft = 30_000): Promise<void> =>
  payOut({}, { ...lambdaContext(), getRemainingTimeInMillis: () => timeLeft });

/** Advances the clock to the next payday and runs the payout schedule. */
export async function runPayday(world: World): Promise<void> {
  advanceTo(world, nextPayday(world));
  await runPayOut();
}

export const transfersOf = (world: World) => world.stripe.read('transfers') as Stripe.Transfer[];
export const accountsOf = (world: World) => world.stripe.read('accounts') as Stripe.Account[];
