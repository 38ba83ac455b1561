import { newPasskey } from '#functions/storage/auth/passkeys.ts';
import { sessionKey, userKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { ensureSupportAccount } from '#functions/support/support-account.ts';
import type { Actor } from '#lib/local/deeds/actor.ts';
import { PERMISSIONS } from '#shared/rules/desk/permissions.ts';
import { DAY, later } from '#shared/time.ts';
import { createPerson, type Person } from './people.ts';
import type { Prng } from './prng.ts';
import { clock, type Simulation } from './simulation.ts';

/*
 * Creates the people of a history with cards, plans, payout accounts and referrals, as the PRNG decides. They are set
 * up without faults, by the same calls that the web app makes.
 */

const PRICES = [2_500, 2_500, 100, 999, 1_235, 500_000];
const PLANS = { FREE: 6, NONE: 2, STARTER: 1, PROFESSIONAL: 1 } as const;

/**
 * Creates a member of staff with every permission, who signed in with a passkey of the desk. `nth`: their number among all people.
 */
export async function createStaff(nth = 9): Promise<Person> {
  const staff = await createPerson(clock, nth);
  const passkey = newPasskey(
    {
      userId: staff.id,
      credentialId: `passkey of ${staff.id}`,
      name: 'Key',
      publicKey: 'none',
      counter: 0,
      backedUp: false,
      deskSince: later(clock.now(), -30 * DAY),
    },
    clock.now(),
  );
  await table.transact(
    put(passkey),
    update(userKey(staff.id), { set: { permissionIds: [...PERMISSIONS] } }),
    update(sessionKey(staff.id, staff.sessionId), {
      set: { signedInWith: 'passkey', passkeyId: passkey.id },
    }),
  );
  await ensureSupportAccount(table, async () => '', clock.now());
  return { ...staff, signedInWith: 'passkey' };
}

/** `members`: everybody has a plan that costs nothing, which contacts and chats need. */
export async function createPeople(
  simulation: Simulation,
  random: Prng,
  members: boolean,
): Promise<Person[]> {
  await fundStripe(simulation);
  const people: Person[] = [];
  for (let nth = 0, many = random.between(2, 4); nth < many; nth += 1) {
    const inviter = people.length > 0 && random.chance(0.6) ? random.pick(people) : undefined;
    // A plan without a payment belongs to the product's own staff.
    const licenseId = members ? 'PROFESSIONAL' : nth < 2 ? 'FREE' : random.weighted(PLANS);
    const [price, commitment] = [random.pick(PRICES), random.pick([100, 100, 1, 2])];
    const invited = inviter ? { invitedBy: inviter } : {};
    const person = await createPerson(clock, nth, { price, commitment, licenseId, ...invited });
    const by = inviter ? `, invited by ${inviter.name}` : '';
    simulation.driver.log(
      `${person.name} registers: price ${price / 100}, ${commitment} a month, plan ${licenseId}${by}`,
    );
    people.push(person);
  }
  for (const person of people) await setUpPerson(simulation, random, person);
  await simulation.deliverAll();
  return people;
}

async function setUpPerson(simulation: Simulation, random: Prng, person: Person): Promise<void> {
  const does = async (deed: (me: Actor) => unknown) =>
    simulation.driver.finish(await simulation.does(person, deed));
  if (random.chance(0.7)) {
    await does((me) => me.savesCard());
    if (random.chance(0.35)) {
      const plan = random.pick(['STARTER', 'PROFESSIONAL']);
      await does((me) => me.choosesPlan(plan));
    }
  }
  if (random.chance(0.5)) {
    await does((me) => me.asksForPayoutLink());
    for (const { token } of simulation.world.stripe.all('accountLinks'))
      simulation.world.stripe.onboard(token, 'READY');
  }
}

/** Adds money of another product to the Stripe account, so that disputes never leave too little for payouts. */
export async function fundStripe({ world: { stripe } }: Simulation): Promise<void> {
  await stripe.requestManually('POST', '/v1/payment_intents', {
    amount: '9000000',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    'metadata[product]': 'another',
  });
}
