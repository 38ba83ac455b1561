import type { Actor } from '#lib/local/deeds/actor.ts';
import type { Wallet } from '#shared/payment-method-names.ts';
import { DAY } from '#shared/time.ts';
import { bankIn, closeDispute, requestAtStripe } from './bank-steps.ts';
import {
  answerStep,
  does,
  type Flow,
  nextWebhook,
  pays,
  type Race,
  runStep,
} from './flow-steps.ts';
import { createPerson, type Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows and races of plans, and of the bonus for a person who was invited. */

/** Prepares an invited person who has paid STARTER for this many months. */
async function memberFor(simulation: Simulation, months: number): Promise<Person> {
  const inviter = await createPerson(clock, 0);
  const person = await createPerson(clock, 1, { invitedBy: inviter });
  await runStep(simulation, changeCard(person, 'pm_card_visa'));
  await runStep(simulation, choosePlan(person, 'STARTER'));
  await simulation.deliverAll();
  for (let month = 2; month <= months; month += 1) {
    simulation.advanceTo(clock.now() + 32 * DAY);
    await simulation.deliverAll();
  }
  return person;
}

const webhooks = (count: number) => Array.from({ length: count }, () => nextWebhook);

const secondMonth: Flow = {
  name: 'plan: the webhooks of a second paid month',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await memberFor(simulation, 1);
    simulation.advanceTo(clock.now() + 32 * DAY);
    return webhooks(8);
  },
};

/** The bonus is for the second month only. */
const thirdMonth: Flow = {
  name: 'plan: the webhooks of a third paid month',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await memberFor(simulation, 2);
    simulation.advanceTo(clock.now() + 32 * DAY);
    return webhooks(8);
  },
};

/** The charge of the latest month. */
function latestCharge({ world: { stripe } }: Simulation) {
  return stripe
    .all('charges')
    .filter(({ paid, metadata }) => paid && metadata.product !== 'another')
    .reduce((one, other) => (other.created > one.created ? other : one));
}

/** An operator refunds the month that earned the bonus, which is still in the balance of the inviter. */
const refundedMonth: Flow = {
  name: 'plan: the refund of a second paid month',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await memberFor(simulation, 2);
    await requestAtStripe(simulation, '/v1/refunds', { charge: latestCharge(simulation).id });
    return webhooks(3);
  },
};

/** An operator refunds a later month, which earned no bonus. */
const refundedThirdMonth: Flow = {
  name: 'plan: the refund of a third paid month',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await memberFor(simulation, 3);
    await requestAtStripe(simulation, '/v1/refunds', { charge: latestCharge(simulation).id });
    return webhooks(3);
  },
};

/** The second payment is that of an upgrade, and earns nothing. */
const upgradedMonth: Flow = {
  name: 'plan: an upgrade in the first month',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const person = await memberFor(simulation, 1);
    simulation.advanceTo(clock.now() + 3 * DAY);
    return [choosePlan(person, 'PROFESSIONAL'), ...webhooks(4)];
  },
};

/** The bonus is taken back with the dispute, and booked again once the bank has decided against its card holder. */
const disputedMonth: Flow = {
  name: 'plan: a dispute of a second paid month, which is won',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await memberFor(simulation, 2);
    await bankIn(simulation).disputes({ latest_charge: latestCharge(simulation).id });
    await simulation.deliverAll();
    await closeDispute(simulation, 'won');
    return webhooks(3);
  },
};

const changeCard = (person: Person, card: string) => does(person, (me) => me.savesCard(card));

const choosePlan = (person: Person, plan: string) => does(person, (me) => me.choosesPlan(plan));

/** The card declines a renewal, and Stripe tries it again. */
const declinedRenewal: Flow = {
  name: 'plan: a renewal that is declined',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const person = await memberFor(simulation, 1);
    await runStep(simulation, changeCard(person, 'pm_card_chargeCustomerFail'));
    await simulation.deliverAll();
    simulation.advanceTo(clock.now() + 32 * DAY);
    return webhooks(8);
  },
};

/** The card declines an upgrade, and another one pays it. */
const declinedUpgrade: Flow = {
  name: 'plan: an upgrade that is declined, and one with another card',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const person = await memberFor(simulation, 1);
    await runStep(simulation, changeCard(person, 'pm_card_chargeCustomerFail'));
    const upgrading = choosePlan(person, 'PROFESSIONAL');
    return [upgrading, ...webhooks(2), changeCard(person, 'pm_card_visa'), upgrading];
  },
};

const registering = (person: Person, card: string) =>
  does(person, (me) => me.choosesPaid('STARTER', { card, nameOnCard: 'Ana Person' }));

/** A wallet pays for a plan in place of the saved card, whose renewal it pays too. */
const planByWallet = (wallet: Wallet, card?: string): Flow => ({
  name: `plan: a first month by wallet with ${wallet}${card ? `, ${card}` : ''}`,
  needsWebhooks: true,
  prepare: async (simulation) => {
    const person = await createPerson(clock, 0);
    await runStep(simulation, changeCard(person, 'pm_card_mastercard'));
    const chosen = await simulation.world.stripe.chooseInWallet(wallet, card);
    const choosing = does(person, (me) => me.choosesPlan('STARTER', { card: chosen }));
    return [choosing, ...webhooks(4)];
  },
});

const registeringByWallet: Flow = {
  name: 'plan: a registration by wallet',
  needsWebhooks: true,
  prepare: async ({ world }) => {
    const person = await createPerson(clock, 0, { licenseId: 'NONE' });
    const card = await world.stripe.chooseInWallet('link');
    const finishing = does(person, (me) => me.choosesPaid('STARTER', { card, byWallet: true }));
    return [finishing, ...webhooks(4)];
  },
};

/** The bank asks for a confirmation of the first month, and the person gives none. */
const unconfirmedMonth: Flow = {
  name: 'plan: a first month that the bank asks about',
  prepare: async () => {
    const person = await createPerson(clock, 0, { licenseId: 'NONE' });
    return [registering(person, 'pm_card_authenticationRequired'), ...webhooks(4)];
  },
};

/** The recipient changes the plan before the answer, which earns by the lower of both fees. */
const answeringOnPlan = (
  name: string,
  licenseId: 'FREE' | 'STARTER',
  change: (me: Actor) => unknown,
): Flow => ({
  name: `plan: answering after ${name}`,
  prepare: async (simulation) => {
    const sender = await createPerson(clock, 0);
    const recipient = await createPerson(clock, 1, { licenseId });
    await runStep(simulation, changeCard(recipient, 'pm_card_visa'));
    await runStep(simulation, pays(sender, recipient));
    await simulation.deliverAll();
    const [inboxId = ''] = simulation.world.recorder.conversations.keys();
    await runStep(simulation, does(recipient, change));
    await simulation.deliverAll();
    return [answerStep(recipient, inboxId, 'ANSWER')];
  },
});

export const PLAN_FLOWS: readonly Flow[] = [
  secondMonth,
  thirdMonth,
  refundedMonth,
  refundedThirdMonth,
  disputedMonth,
  upgradedMonth,
  declinedRenewal,
  declinedUpgrade,
  unconfirmedMonth,
  planByWallet('apple_pay'),
  planByWallet('google_pay', 'pm_card_chargeCustomerFail'),
  registeringByWallet,
  answeringOnPlan('an upgrade', 'FREE', (me) => me.choosesPlan('STARTER')),
  answeringOnPlan('the end of the plan', 'STARTER', (me) => me.endsPlan()),
];

/** Both give up the attempt that the bank asked about, and the person pays for one plan. */
const registerAgainTwice: Race = {
  name: 'plan: two registrations with another card than the one that the bank asked about',
  prepare: async (simulation) => {
    const person = await createPerson(clock, 0, { licenseId: 'NONE' });
    await runStep(simulation, registering(person, 'pm_card_authenticationRequired'));
    const call = registering(person, 'pm_card_visa');
    return [call, call];
  },
};

/** The subscription ends at Stripe, and its webhook is delivered twice at the same time. */
const endTwice: Race = {
  name: 'plan: two webhooks of its end',
  prepare: async (simulation) => {
    await memberFor(simulation, 1);
    const [subscription] = simulation.world.stripe.all('subscriptions');
    await simulation.world.stripe.requestManually(
      'DELETE',
      `/v1/subscriptions/${subscription?.id}`,
    );
    return [nextWebhook, nextWebhook];
  },
};

export const PLAN_RACES: readonly Race[] = [endTwice, registerAgainTwice];
