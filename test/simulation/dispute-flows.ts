import { DAY, HOUR } from '#shared/time.ts';
import { openDispute, sendFraudWarning } from './bank-steps.ts';
import {
  answeredOrder,
  answerStep,
  type Flow,
  type FlowStep,
  jobAfterDays,
  nextWebhook,
  pausedOrder,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import type { Simulation } from './simulation.ts';

/* The flows of disputes, which are answered with evidence or accepted, and of early fraud warnings. */

/** Prepares a pending order whose hold was captured before an answer. */
async function capturedOrder(simulation: Simulation) {
  const order = await pendingOrder(simulation);
  await runStep(simulation, jobAfterDays(6.6, 'expireConversations'));
  await simulation.deliverAll();
  return order;
}

const disputing = (
  name: string,
  prepareOrder: (simulation: Simulation) => Promise<unknown>,
  ...steps: readonly FlowStep[]
): Flow => ({
  name,
  needsWebhooks: true,
  prepare: async (simulation) => {
    await prepareOrder(simulation);
    await openDispute(simulation);
    return steps;
  },
});

/** A flow in which the bank warns of the payment of the order that `prepareOrder` makes. */
const warning = (
  name: string,
  prepareOrder: (simulation: Simulation) => Promise<unknown>,
): Flow => ({
  name: `fraud warning ${name}`,
  prepare: async (simulation) => {
    await prepareOrder(simulation);
    await sendFraudWarning(simulation);
    // The second delivery is a repeated one.
    return [nextWebhook, nextWebhook, jobAfterDays(0.1, 'expireConversations')];
  },
});

/** The recipient answers before the webhook of the warning arrives. */
const warningAndAnswer: Flow = {
  name: 'fraud warning before the webhook, and an answer',
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    await sendFraudWarning(simulation);
    return [answerStep(recipient, inboxId, 'ANSWER'), nextWebhook];
  },
};

export const DISPUTE_FLOWS: readonly Flow[] = [
  disputing('evidence for a dispute of an answer', answeredOrder, nextWebhook, nextWebhook),
  disputing(
    'evidence for a dispute, by the schedule after a webhook',
    answeredOrder,
    nextWebhook,
    jobAfterDays(HOUR / DAY, 'expireConversations'),
  ),
  disputing('a dispute before the answer is accepted', capturedOrder, nextWebhook, nextWebhook),
  warning('of a hold', pendingOrder),
  warning('of a captured payment', capturedOrder),
  warning('of a message that waits for information', pausedOrder),
  warning('after the answer', answeredOrder),
  warningAndAnswer,
];
