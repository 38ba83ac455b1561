import { DAY, HOUR } from '#shared/time.ts';
import { closeDispute, failRefund, openDispute, requestAtStripe } from './bank-steps.ts';
import {
  answerStep,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  nextWebhook,
  type Order,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import { runPayday, setUpPayoutsStep } from './payout-flows.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows of claims, which freeze the earning of an answer until they end. */

type StepOf = (order: Order, key?: string) => FlowStep;

const answer: StepOf = ({ recipient, id }) => answerStep(recipient, id, 'ANSWER');

/** Prepares an answered order that was captured, and stays open. */
async function openOrder(simulation: Simulation): Promise<Order> {
  const order = await pendingOrder(simulation);
  await runStep(simulation, answer(order));
  await simulation.deliverAll();
  return order;
}

/** The steps of a claim, by name. */
export const CLAIM_STEPS = {
  claim: ({ sender, id }, key = 'CLAIM') => does(sender, (me) => me.claims({ id }, { key })),
  improve: ({ recipient, id }) => does(recipient, (me) => me.improves({ id }, { key: 'IMPROVE' })),
  giveBack: ({ recipient, id }) => does(recipient, (me) => me.givesBack({ id }, { key: 'BACK' })),
  contest: ({ recipient, id }) => does(recipient, (me) => me.contests({ id }, { key: 'CONTEST' })),
  askForDecision: ({ sender, id }) =>
    does(sender, (me) => me.asksForDecision({ id }, { key: 'DECIDE' })),
  withdraw: ({ sender, id }) => does(sender, (me) => me.withdraws({ id }, { key: 'WITHDRAW' })),
  uphold:
    ({ id }) =>
    (simulation) =>
      simulation.decideClaim(id, 'UPHELD'),
  reject:
    ({ id }) =>
    (simulation) =>
      simulation.decideClaim(id, 'REJECTED'),
  silence: () => jobAfterDays(3, 'expireConversations'),
  /** The schedule runs six hours before the 72 hours of a claim end, and when they end. */
  early: () => jobAfterDays(2.75, 'expireConversations'),
  late: () => jobAfterDays(0.25, 'expireConversations'),
  sweep: () => (simulation) => simulation.startJob('expireConversations'),
} as const satisfies Readonly<Record<string, StepOf>>;
export type ClaimStep = keyof typeof CLAIM_STEPS;

/** Prepares an answered order and runs these steps of a claim. */
export async function claimAfter(
  simulation: Simulation,
  ...before: readonly ClaimStep[]
): Promise<Order> {
  const order = await openOrder(simulation);
  for (const name of before) await runStep(simulation, CLAIM_STEPS[name](order));
  await simulation.deliverAll();
  return order;
}

/** A flow of `steps` on an answered order, which `before` prepares. */
const flow = (
  name: string,
  before: readonly ClaimStep[],
  ...steps: readonly ClaimStep[]
): Flow => ({
  name: `claim: ${name}`,
  prepare: async (simulation) => {
    const order = await claimAfter(simulation, ...before);
    return steps.map((step) => CLAIM_STEPS[step](order));
  },
});

/** The bank decides. It has done so already if the client of a crashed flow repeats the step. */
async function closeDisputeOnce(simulation: Simulation, outcome: 'won' | 'lost'): Promise<void> {
  const [dispute] = simulation.world.stripe.all('disputes');
  if (dispute?.status === 'needs_response') await closeDispute(simulation, outcome);
}

/** The sender disputes the payment at their bank as well, and the bank decides. */
const disputed = (
  name: string,
  before: readonly ClaimStep[],
  outcome: 'won' | 'lost',
  part?: number,
): Flow => ({
  name: `claim: ${name}`,
  needsWebhooks: true,
  prepare: async (simulation) => {
    await claimAfter(simulation, ...before);
    await openDispute(simulation, part);
    const decided: FlowStep = async (now) => {
      await closeDisputeOnce(now, outcome);
      return nextWebhook(now);
    };
    return [nextWebhook, nextWebhook, decided, nextWebhook, nextWebhook];
  },
});

/** The recipient gives the money back while the product does not know yet that a part of it is disputed. */
const disputedBefore = (outcome: 'won' | 'lost'): Flow => ({
  name: `claim: giving back what is disputed, ${outcome}`,
  needsWebhooks: true,
  prepare: async (simulation) => {
    const order = await claimAfter(simulation, 'claim');
    await openDispute(simulation, 1_000);
    const decided: FlowStep = async (now) => {
      // Stripe repeats its refusal of the refund for a day.
      now.advanceTo(clock.now() + 2 * DAY);
      await closeDisputeOnce(now, outcome);
      return nextWebhook(now);
    };
    return [CLAIM_STEPS.giveBack(order), nextWebhook, nextWebhook, decided, nextWebhook];
  },
});

/** An operator refunds the payment in Stripe's dashboard. */
const refundedOutside: Flow = {
  name: 'claim: the payment is refunded outside',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await claimAfter(simulation, 'claim');
    const [intent] = simulation.world.stripe.all('paymentIntents');
    await requestAtStripe(simulation, '/v1/refunds', { payment_intent: intent?.id ?? '' });
    return [nextWebhook, nextWebhook, CLAIM_STEPS.silence()];
  },
};

/** The claim is contested over a payday, which must not pay what is frozen, and decided before the next one. */
const overPayday = (decision: 'uphold' | 'reject'): Flow => ({
  name: `claim: contested over a payday, ${decision}`,
  prepare: async (simulation) => {
    const order = await claimAfter(simulation, 'claim', 'contest');
    await runStep(simulation, setUpPayoutsStep(order.recipient));
    await simulation.deliverAll();
    return [runPayday, CLAIM_STEPS[decision](order), runPayday];
  },
});

/** The bank of the card refuses the refund that a claim led to. */
const refusedRefund: Flow = {
  name: 'claim: the bank refuses the refund',
  needsWebhooks: true,
  prepare: async (simulation) => {
    await claimAfter(simulation, 'claim', 'giveBack');
    await failRefund(simulation);
    return [nextWebhook, nextWebhook, nextWebhook];
  },
};

/** The answer, the claim and its end follow each other before any webhook arrives. */
const atOnce = (name: string, ...steps: readonly ClaimStep[]): Flow => ({
  name: `claim: ${name} right after the answer`,
  prepare: async (simulation) => {
    const order = await pendingOrder(simulation);
    return [answer(order), ...steps.map((step) => CLAIM_STEPS[step](order))];
  },
});

/** The answer was written, and its process crashed before the capture. */
const uncaptured: Flow = {
  name: 'claim: giving back before the capture',
  prepare: async (simulation) => {
    const order = await pendingOrder(simulation);
    const { driver } = simulation;
    driver.chooseFault = (_process, { effect }) =>
      effect.description.endsWith('/capture') ? 'crashBefore' : 'none';
    await runStep(simulation, answer(order));
    driver.chooseFault = () => 'none';
    return [CLAIM_STEPS.claim(order), CLAIM_STEPS.giveBack(order)];
  },
};

/** The sender claims after the 72 hours since the answer. */
const tooLate: Flow = {
  name: 'claim: too late',
  prepare: async (simulation) => {
    const order = await openOrder(simulation);
    simulation.advanceTo(clock.now() + 3 * DAY);
    return [CLAIM_STEPS.claim(order)];
  },
};

/** The recipient reacts after the 72 hours, and the schedule has not run since. */
const reactingLate: Flow = {
  name: 'claim: reacting too late',
  prepare: async (simulation) => {
    const order = await claimAfter(simulation, 'claim');
    simulation.advanceTo(clock.now() + 3 * DAY + HOUR);
    return [does(order.recipient, (me) => me.contests(order)), CLAIM_STEPS.sweep()];
  },
};

export const CLAIM_FLOWS: readonly Flow[] = [
  flow('claiming', [], 'claim'),
  flow('withdrawing', ['claim'], 'withdraw'),
  flow('giving back', ['claim'], 'giveBack'),
  flow('silence of the recipient', ['claim'], 'early', 'late'),
  flow('improving, and silence of the sender', ['claim'], 'improve', 'early', 'late'),
  flow('giving back after improving', ['claim', 'improve'], 'giveBack'),
  flow('withdrawing after improving', ['claim', 'improve'], 'withdraw'),
  flow('contesting, upheld', ['claim'], 'contest', 'uphold'),
  flow('contesting, rejected', ['claim', 'contest'], 'reject'),
  flow('asking for a decision, upheld', ['claim', 'improve'], 'askForDecision', 'uphold'),
  flow('withdrawing after contesting', ['claim', 'contest'], 'withdraw'),
  flow('a second claim', ['claim', 'withdraw'], 'claim'),
  tooLate,
  reactingLate,
  uncaptured,
  atOnce('giving back', 'claim', 'giveBack'),
  atOnce('withdrawing', 'claim', 'withdraw'),
  disputed('disputed and won', ['claim'], 'won'),
  disputed('contested, disputed and lost', ['claim', 'contest'], 'lost'),
  disputed('a part is disputed and lost', ['claim', 'improve'], 'lost', 1_000),
  disputed('disputed after giving back', ['claim', 'giveBack'], 'won'),
  disputed('disputed after withdrawing', ['claim', 'withdraw'], 'lost'),
  disputedBefore('won'),
  disputedBefore('lost'),
  refundedOutside,
  refusedRefund,
  overPayday('uphold'),
  overPayday('reject'),
];
