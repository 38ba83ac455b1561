import { CAPTURE_MARGIN } from '#shared/rules/conversations/state-machine.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import {
  closeDispute,
  failRefund,
  openDispute,
  refundInDashboard,
  refusingRefund,
} from './bank-steps.ts';
import { captureManually } from './dashboard-actions.ts';
import {
  answerStep,
  captureHold,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  nextWebhook,
  pays,
  pendingOrder,
  runStep,
  senderAndRecipient,
} from './flow-steps.ts';
import type { Person } from './people.ts';
import { Prng } from './prng.ts';
import type { Simulation } from './simulation.ts';

/* The flows in which Stripe differs from what the product expects: its clock, holds without an end, and changes that only Stripe knows of. */

async function payingStep(): Promise<FlowStep> {
  const [sender, recipient] = await senderAndRecipient();
  return pays(sender, recipient, { key: 'KEY' });
}

/** Stripe's clock is two minutes behind, so it dates a hold before its order. */
const payingWithClocksApart: Flow = {
  name: 'paying while the clock of Stripe is two minutes behind',
  prepare: async ({ world }) => {
    world.stripe.clockOffset = -2 * MINUTE;
    return [await payingStep()];
  },
};

/** The hold is captured before the shortest time that a hold can last. */
const capturingSilentHold: Flow = {
  name: 'capturing a hold that does not say when it ends',
  prepare: async (simulation) => {
    simulation.world.stripe.namesHoldEnd = false;
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    const assumed = 5 - CAPTURE_MARGIN / DAY;
    return [
      does(recipient, (me) => me.readsLetter({ id: inboxId })),
      jobAfterDays(assumed, 'expireConversations'),
      jobAfterDays(2.4, 'expireConversations'),
    ];
  },
};

async function capture(simulation: Simulation): Promise<void> {
  await captureManually(simulation, new Prng(1));
  const [intent] = simulation.world.stripe.all('paymentIntents');
  if (intent?.status !== 'succeeded') throw new Error('the hold was not captured');
}

/** An operator captures the hold, and the recipient answers before the webhook arrives. */
const capturedAndAnswered: Flow = {
  name: 'a hold that was captured in the dashboard, and an answer',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    await capture(simulation);
    return [answerStep(recipient, inboxId, 'ANSWER'), nextWebhook];
  },
};

async function loseDispute(simulation: Simulation): Promise<void> {
  await openDispute(simulation);
  await closeDispute(simulation, 'lost');
}

/** Stripe makes a hold, its answer comes too late, and an operator captures it before the product cancels it. */
const capturedAfterUndo = (
  name: string,
  afterwards: (simulation: Simulation) => Promise<void> = async () => {},
): Flow => ({
  name: `a late hold that was captured in the dashboard${name}`,
  prepare: async (simulation) => {
    const { driver } = simulation;
    driver.chooseFault = (_process, { effect }) =>
      effect.description === 'POST /v1/payment_intents' ? 'tooLate' : 'none';
    await runStep(simulation, await payingStep());
    driver.chooseFault = () => 'none';
    await capture(simulation);
    await afterwards(simulation);
    return [nextWebhook, nextWebhook, jobAfterDays((3 * MINUTE) / DAY, 'finishPayments')];
  },
});

/** An operator refunds a charged, pending message. The bank refuses that refund, and the one that the product makes then. */
const refundedInDashboardAndRefused: Flow = {
  name: 'a refund of a pending message in the dashboard, which the bank refuses twice',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await pendingOrder(simulation);
    await captureHold(simulation);
    await refundInDashboard(simulation);
    await simulation.deliverAll();
    await failRefund(simulation);
    return [
      ...Array.from({ length: 4 }, () => nextWebhook),
      refusingRefund,
      ...Array.from({ length: 4 }, () => nextWebhook),
    ];
  },
};

/** Stripe makes a hold, its answer comes too late, and no webhook ever tells of it: the schedule searches for it. */
const lateHold: Flow = {
  name: 'a late hold of which no webhook tells',
  prepare: async (simulation) => {
    const { driver, world } = simulation;
    world.stripe.losesWebhooks = true;
    driver.chooseFault = (_process, { effect }) =>
      effect.description === 'POST /v1/payment_intents' ? 'tooLate' : 'none';
    await runStep(simulation, await payingStep());
    driver.chooseFault = () => 'none';
    return [jobAfterDays((3 * MINUTE) / DAY, 'finishPayments')];
  },
};

/** Stripe fails the request that an answer or a cancellation needs, at once and in the next run; a later run repeats it. */
const unansweredEnd = (
  name: string,
  path: string,
  end: (sender: Person, recipient: Person, inboxId: string) => FlowStep,
): Flow => ({
  name: `${name}, and Stripe does not answer for a while`,
  prepare: async (simulation) => {
    const { driver } = simulation;
    const { sender, recipient, id: inboxId } = await pendingOrder(simulation);
    driver.chooseFault = (_process, { effect }) =>
      effect.description.endsWith(path) ? 'serverError' : 'none';
    await runStep(simulation, end(sender, recipient, inboxId));
    await runStep(simulation, jobAfterDays((2 * MINUTE) / DAY, 'expireConversations'));
    driver.chooseFault = () => 'none';
    return [jobAfterDays((5 * MINUTE) / DAY, 'expireConversations')];
  },
});

export const PROVIDER_FLOWS: readonly Flow[] = [
  payingWithClocksApart,
  capturingSilentHold,
  capturedAndAnswered,
  lateHold,
  unansweredEnd('canceling', '/cancel', (sender, _, inboxId) =>
    does(sender, (me) => me.cancels({ id: inboxId })),
  ),
  unansweredEnd('answering', '/capture', (_, recipient, inboxId) =>
    answerStep(recipient, inboxId, 'ANSWER'),
  ),
  capturedAfterUndo(''),
  capturedAfterUndo(', disputed and lost', loseDispute),
  refundedInDashboardAndRefused,
];
