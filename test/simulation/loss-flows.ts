import { DAY } from '#shared/time.ts';
import { onlyCharge, requestAtStripe } from './bank-steps.ts';
import {
  answerStep,
  captureHold,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  nextWebhook,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import type { Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows of money that is lost without a dispute: a part that an operator refunds, and a hold that lapses before its capture. */

const PART = '400';

const refundPart = (simulation: Simulation): Promise<void> =>
  requestAtStripe(simulation, '/v1/refunds', {
    payment_intent: String(onlyCharge(simulation)?.payment_intent),
    amount: PART,
  });

type End = (recipient: Person, inboxId: string) => FlowStep;

const report: End = (recipient, inboxId) =>
  does(recipient, (me) => me.reportsLetter({ id: inboxId }, { key: 'REPORT' }));
const answer: End = (recipient, inboxId) => answerStep(recipient, inboxId, 'ANSWER');

/** The hold was captured, and an operator refunded a part of it before the message ends. */
const afterPart = (name: string, end: End): Flow => ({
  name: `loss: ${name} after a part was refunded`,
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    await captureHold(simulation);
    await refundPart(simulation);
    await simulation.deliverAll();
    return [end(recipient, inboxId)];
  },
});

/** An operator refunds a part after the message has ended. */
const beforePart = (name: string, end: End): Flow => ({
  name: `loss: a refund of a part after ${name}`,
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    await runStep(simulation, end(recipient, inboxId));
    await simulation.deliverAll();
    await refundPart(simulation);
    return [nextWebhook, nextWebhook];
  },
});

/** Stripe does not answer the capture, and no schedule runs until the hold has lapsed. */
const lapsing = (name: string, end: End): Flow => ({
  name: `loss: ${name}, and the hold lapses before its capture`,
  prepare: async (simulation) => {
    const { driver } = simulation;
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    driver.chooseFault = (_process, { effect }) =>
      effect.description.endsWith('/capture') ? 'serverError' : 'none';
    await runStep(simulation, end(recipient, inboxId));
    driver.chooseFault = () => 'none';
    simulation.advanceTo(clock.now() + 8 * DAY);
    return [jobAfterDays(0, 'expireConversations')];
  },
});

export const LOSS_FLOWS: readonly Flow[] = (
  [
    ['an answer', answer],
    ['a report', report],
  ] as const
).flatMap(([name, end]) => [afterPart(name, end), beforePart(name, end), lapsing(name, end)]);
