import type Stripe from 'stripe';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { type Badge, badgeOf } from '#shared/rules/profiles/badge.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { ledgerOf, postEvent } from './money.ts';
import { newPerson, type Person } from './people.ts';
import { SECRETS, type World } from './world.ts';

/* Paid plans and subscriptions in tests, through the real handlers. */

/** Longer than any month by at least one day, in milliseconds. */
export const MONTH = 32 * DAY;

/** Creates a person on the free plan with this saved card. */
export async function withCard(world: World, card = 'pm_card_visa', more = {}) {
  const person = await newPerson(world, more);
  await person.savesCard(card);
  return person;
}

/** Creates a person on a paid plan. */
export async function onPlan(world: World, licenseId = 'STARTER', more = {}) {
  const person = await withCard(world, 'pm_card_visa', more);
  await person.choosesPlan(licenseId);
  return person;
}

/** Saves a card whose bank asks its holder about the card, and about each payment of a plan. */
export async function saveAskingCard(world: World, person: Person): Promise<void> {
  const card = 'pm_card_authenticationRequired';
  const asked = await responseTo(person.savesCard(card));
  await world.bank.hears(asked.body, 'authenticated');
  await person.savesCard(card);
}

export const subscriptionsOf = (world: World) =>
  world.stripe.read('subscriptions') as Stripe.Subscription[];
export const invoicesOf = (world: World) => world.stripe.read('invoices') as Stripe.Invoice[];

/** The delivered events of each emulator. */
const posted = new WeakMap<World['stripe'], Set<string>>();

/** Delivers Stripe's new webhooks, oldest first, until there are no more. */
export async function deliverWebhooks(world: World): Promise<void> {
  const before = posted.get(world.stripe) ?? new Set<string>();
  posted.set(world.stripe, before);
  for (;;) {
    const events = (world.stripe.read('events') as Stripe.Event[]).reverse();
    const fresh = events.filter(({ id }) => !before.has(id));
    if (fresh.length === 0) return;
    for (const event of fresh) {
      before.add(event.id);
      await postEvent(world, event);
    }
  }
}

/** Advances the clock in steps of an hour, with Stripe's actions and webhooks. */
export async function advanceWithWebhooks(world: World, milliseconds: number): Promise<void> {
  const end = world.now() + milliseconds;
  while (world.now() < end) {
    const due = world.stripe.nextDueAt() ?? end;
    const step = Math.max(1_000, Math.min(end, Math.max(due, world.now() + HOUR)) - world.now());
    world.advance(step);
    await world.stripe.runDue();
    await deliverWebhooks(world);
  }
}

/** Creates a Stripe payment method as the browser does, with this cardholder name. */
export async function typedCard(world: World, name: string): Promise<string> {
  const answer = await fetch(`${world.stripe.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS.stripePublishableKey}` },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
      'billing_details[name]': name,
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** The revenue of plans in cents, according to the ledger. */
export const planRevenue = async (world: World): Promise<number> =>
  (await ledgerOf(world))['platform:subscriptions'] ?? 0;

/** The current badge of an account. */
export async function badgeHeld(world: World, person: Person): Promise<Badge | undefined> {
  const user = await userById(table, person.user.id, world.now());
  return user && badgeOf(user);
}
