import { dueAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, MINUTE, monthOf } from '#shared/time.ts';
import { bankIn, closeDispute, openDispute, requestAtStripe } from './bank-steps.ts';
import {
  answeredOrder,
  answerStep,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  nextWebhook,
  pays,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import { createStaff, fundStripe } from './initial-people.ts';
import type { Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows of payouts: paying out, holding for a review, and recovering a debt. */

/** Blocks a person at the desk. It is not one of the steps that crash. */
export async function blockAtDesk(simulation: Simulation, person: Person): Promise<void> {
  const staff = await createStaff(7);
  await runStep(
    simulation,
    does(staff, (me) => me.blocksAccount(person)),
  );
  await simulation.deliverAll();
}

/** The payouts of the next payday. */
export const runPayday = async (simulation: Simulation) => {
  simulation.advanceTo(dueAfter(monthOf(clock.now())) + MINUTE);
  return simulation.startJob('payOut');
};

/** The recipient opens the onboarding page; if the response with its link was lost, they request it again. */
export const setUpPayoutsStep =
  (recipient: Person, outcome: 'READY' | 'RESTRICTED' | 'REFUSING' = 'READY'): FlowStep =>
  async (simulation) => {
    const process = await simulation.does(recipient, (me) => me.asksForPayoutLink());
    const { stripe } = simulation.world;
    const onboard = () => {
      for (const { token } of stripe.all('accountLinks')) stripe.onboard(token, outcome);
    };
    simulation.whenAnswered(process, onboard);
    return process;
  };

const payingOut = (name: string, ...outcomes: ('READY' | 'RESTRICTED' | 'REFUSING')[]): Flow => ({
  name: `paying out, ${name}`,
  prepare: async (simulation) => {
    const { recipient } = await answeredOrder(simulation);
    for (const outcome of outcomes) {
      await runStep(simulation, setUpPayoutsStep(recipient, outcome));
      await simulation.deliverAll();
    }
    return [runPayday];
  },
});

/** The second of two answers comes in the next month, before the payout of the first: it is not paid out yet. */
const payingOutOneMonth: Flow = {
  name: 'paying out, with an earning since the end of the month',
  prepare: async (simulation) => {
    const { sender, recipient, id: firstId } = await pendingOrder(simulation);
    const answer = (inboxId: string) =>
      runStep(simulation, answerStep(recipient, inboxId, undefined, 'COMPLETED'));
    await answer(firstId);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    simulation.advanceTo(dueAfter(monthOf(clock.now())) - 4 * DAY);
    await runStep(simulation, pays(sender, recipient));
    const secondId = [...simulation.world.recorder.conversations.keys()].at(-1) ?? '';
    if (secondId === firstId) throw new Error('there is no second order');
    await answer(secondId);
    await simulation.deliverAll();
    return [jobAfterDays(4, 'payOut')];
  },
};

/** The first earning comes nine days before the payday: its payout waits for fourteen days. */
const payingOutNewcomer: Flow = {
  name: 'paying out, less than 14 days after the first earning',
  prepare: async (simulation) => {
    simulation.advanceTo(dueAfter(monthOf(clock.now())) - 9 * DAY);
    const { recipient } = await answeredOrder(simulation);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    simulation.advanceTo(clock.now() + 9 * DAY);
    return [jobAfterDays(0.01, 'payOut'), jobAfterDays(5, 'payOut')];
  },
};

/** The balance of a blocked person stays owed to them. */
const payingOutBlocked: Flow = {
  name: 'paying out, to a person who was blocked before',
  prepare: async (simulation) => {
    const { recipient } = await answeredOrder(simulation);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    await blockAtDesk(simulation, recipient);
    return [runPayday];
  },
};

/** Stripe does not answer the transfer, and the person is blocked before it is tried again. */
const payingOutBlockedLater: Flow = {
  name: 'paying out, to a person who is blocked while Stripe does not answer',
  prepare: async (simulation) => {
    const { driver } = simulation;
    const { recipient } = await answeredOrder(simulation);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    driver.chooseFault = (_process, { effect }) =>
      effect.description === 'POST /v1/transfers' ? 'failed' : 'none';
    await runStep(simulation, runPayday);
    driver.chooseFault = () => 'none';
    await blockAtDesk(simulation, recipient);
    return [jobAfterDays(0.1, 'payOut')];
  },
};

const payingOutLater: Flow = {
  name: 'paying out, to an account that is set up while the payout waits',
  prepare: async (simulation) => {
    const { recipient } = await answeredOrder(simulation);
    return [runPayday, setUpPayoutsStep(recipient)];
  },
};

/** Prepares an earning that was paid out a minute ago. */
async function paidOut(simulation: Simulation): Promise<void> {
  const { recipient } = await answeredOrder(simulation);
  await runStep(simulation, setUpPayoutsStep(recipient));
  await simulation.deliverAll();
  await runStep(simulation, runPayday);
  await simulation.deliverAll();
}

/** Prepares an earning that was paid out and is charged back; the webhooks are not delivered yet. */
async function lostPayout(simulation: Simulation): Promise<void> {
  await paidOut(simulation);
  await openDispute(simulation);
  await closeDispute(simulation, 'lost');
}

/** An operator reverses the transfer of a payout in the dashboard: its amount is owed again. */
const reversedPayout: Flow = {
  name: 'paying out, and the transfer is reversed',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await paidOut(simulation);
    const [transfer] = simulation.world.stripe.all('transfers');
    await requestAtStripe(simulation, `/v1/transfers/${transfer?.id}/reversals`);
    return [nextWebhook, nextWebhook, jobAfterDays(0.01, 'payOut')];
  },
};

/** An earning that was paid out a minute ago is charged back and recovered from the transfer. */
const recoveringPayout: Flow = {
  name: 'recovering a lost dispute from a paid transfer',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await lostPayout(simulation);
    return [nextWebhook, nextWebhook, nextWebhook, jobAfterDays(0.01, 'payOut')];
  },
};

/** Stripe makes a reversal, its answer comes too late, and reconciliation compares the payout before the reversal is booked. */
const reconcilingPendingReversal: Flow = {
  name: 'reconciling a payout of which a reversal is made and not booked',
  prepare: async (simulation) => {
    const { driver } = simulation;
    await lostPayout(simulation);
    await simulation.deliverAll();
    driver.chooseFault = (_process, { effect }) =>
      /^POST .*\/reversals$/.test(effect.description) ? 'tooLate' : 'none';
    await runStep(simulation, jobAfterDays(0.01, 'payOut'));
    driver.chooseFault = () => 'none';
    await simulation.deliverAll();
    return [jobAfterDays(0.1, 'reconcileLedger'), jobAfterDays(0.01, 'payOut')];
  },
};

/** The payout of an earning waits for an account, and the earning is lost: the payout repays the debt. */
const recoveringWaiting: Flow = {
  name: 'recovering a lost dispute from a waiting payout',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await answeredOrder(simulation);
    await runStep(simulation, runPayday);
    await simulation.deliverAll();
    await openDispute(simulation);
    await closeDispute(simulation, 'lost');
    return [nextWebhook, nextWebhook, nextWebhook, jobAfterDays(0.01, 'payOut')];
  },
};

/**
 * The response of a transfer was lost, and its webhook too; then the account is restricted, and the earning is lost. The transfer is
 * there, so its payout neither waits nor is canceled.
 */
const recoveringUnknown: Flow = {
  name: 'recovering a lost dispute from a transfer whose response was lost',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { driver, world } = simulation;
    const { recipient } = await answeredOrder(simulation);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    driver.chooseFault = (_process, { effect }) =>
      effect.description === 'POST /v1/transfers' ? 'tooLate' : 'none';
    await runStep(simulation, runPayday);
    driver.chooseFault = () => 'none';
    for (const id of world.stripe.undeliveredEvents()) world.stripe.markDelivered(id);
    await runStep(simulation, setUpPayoutsStep(recipient, 'RESTRICTED'));
    await simulation.deliverAll();
    await runStep(simulation, jobAfterDays(0.1, 'payOut'));
    if (world.stripe.all('transfers').length === 0) throw new Error('there is no transfer');
    await openDispute(simulation);
    await closeDispute(simulation, 'lost');
    return [nextWebhook, nextWebhook, nextWebhook, jobAfterDays(0.01, 'payOut')];
  },
};

/** Two earnings were paid out by one transfer, and both are lost: it is reversed twice. */
const recoveringTwice: Flow = {
  name: 'recovering two lost disputes from one transfer',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { sender, recipient } = await answeredOrder(simulation);
    await runStep(simulation, pays(sender, recipient));
    const secondId = [...simulation.world.recorder.conversations.keys()].at(-1) ?? '';
    await runStep(simulation, answerStep(recipient, secondId, undefined, 'COMPLETED'));
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    await runStep(simulation, runPayday);
    await simulation.deliverAll();
    const { stripe } = simulation.world;
    const charges = stripe.all('charges').filter(({ metadata }) => metadata.conversationId);
    const bank = bankIn(simulation);
    for (const { id } of charges) await bank.disputes({ latest_charge: id });
    for (const dispute of stripe.all('disputes')) await bank.decides(dispute, 'lost');
    return [...Array.from({ length: 6 }, () => nextWebhook), jobAfterDays(0.01, 'payOut')];
  },
};

/** The webhook of a dispute arrives after the payout: the balance is empty when the dispute becomes known. */
const disputeKnownLate: Flow = {
  name: 'paying out what is disputed already, before the webhook arrives',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await fundStripe(simulation);
    const { recipient } = await answeredOrder(simulation);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    simulation.advanceTo(dueAfter(monthOf(clock.now())) - DAY);
    await openDispute(simulation);
    return [runPayday, nextWebhook, nextWebhook];
  },
};

/** A sender without earlier payments pays $150.00: the payout is held for a review, or for 30 days. */
const holding: Flow = {
  name: 'paying out what looks like cashing out a stolen card',
  prepare: async (simulation) => {
    const { recipient } = await answeredOrder(simulation, 15_000);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    return [runPayday, jobAfterDays(30, 'payOut')];
  },
};

export const PAYOUT_FLOWS: readonly Flow[] = [
  payingOut('to an account that is ready', 'READY'),
  payingOut('without an account'),
  payingOut('to an account that refuses', 'REFUSING'),
  payingOutOneMonth,
  payingOutNewcomer,
  payingOutBlocked,
  payingOutBlockedLater,
  payingOutLater,
  reversedPayout,
  recoveringPayout,
  reconcilingPendingReversal,
  recoveringWaiting,
  recoveringUnknown,
  recoveringTwice,
  disputeKnownLate,
  holding,
];
