import {
  closeDispute,
  onlyCharge,
  openDispute,
  refundInDashboard,
  refusingRefund,
} from './bank-steps.ts';
import { type DeskDecision, moveMoneyAtDesk } from './desk.ts';
import {
  answeredOrder,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  nextWebhook,
  pendingOrder,
  type Race,
  runStep,
} from './flow-steps.ts';
import { runPayday } from './payout-flows.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows and races in which a member of staff moves money: refunds, and decisions about reported messages. */

const deciding =
  (conversationId: string, decision: DeskDecision): FlowStep =>
  (simulation) =>
    simulation.driver.start(`the desk decides about ${conversationId}: ${decision}`, () =>
      moveMoneyAtDesk(clock, conversationId, decision),
    );

const refundingPending: Flow = {
  name: 'desk: refunding a pending message',
  prepare: async (simulation) => {
    const { id } = await pendingOrder(simulation);
    return [deciding(id, 'REFUND')];
  },
};

const refundingAnswered = (decision: DeskDecision, name: string): Flow => ({
  name: `desk: refunding an answered message at the expense of ${name}`,
  prepare: async (simulation) => {
    const { id: inboxId } = await answeredOrder(simulation);
    return [jobAfterDays(1, 'expireConversations'), deciding(inboxId, decision), runPayday];
  },
});

/** The desk refunds a part and repeats the request; the steps that `after` returns follow. */
const refundingPart = (name: string, after: (id: string) => readonly FlowStep[]): Flow => ({
  name: `desk: refunding a part of an answered message${name}`,
  prepare: async (simulation) => {
    const { id: inboxId } = await answeredOrder(simulation);
    return [deciding(inboxId, 'REFUND_PART'), deciding(inboxId, 'REFUND_PART'), ...after(inboxId)];
  },
});

/** The bank of the card disputes the payment, unless it is disputed already. */
const disputing: FlowStep = (simulation) =>
  simulation.driver.start('the bank disputes the payment', async () => {
    if (!onlyCharge(simulation)?.disputed) await openDispute(simulation);
  });

const reviewing = (decision: DeskDecision, name: string): Flow => ({
  name: `desk: reviewing a reported message, ${name}`,
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    await runStep(
      simulation,
      does(recipient, (me) => me.reportsLetter({ id: inboxId })),
    );
    await simulation.deliverAll();
    return [deciding(inboxId, decision)];
  },
});

/** Staff keep what an operator left of a payment in review; then the bank refuses the operator's refund. */
const keepingAfterRefusedPart: Flow = {
  name: 'desk: keeping a reported message of which the bank refuses the refund of a part',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    await runStep(
      simulation,
      does(recipient, (me) => me.reportsLetter({ id: inboxId })),
    );
    await simulation.deliverAll();
    await refundInDashboard(simulation, 600);
    await simulation.deliverAll();
    return [deciding(inboxId, 'KEEP'), refusingRefund, nextWebhook, nextWebhook];
  },
};

/** A part of the payment is lost before the desk decides, so only the rest of it is kept. */
const keepingRest = (name: string, lose: (simulation: Simulation) => Promise<void>): Flow => ({
  name: `desk: keeping what is left of a reported message, ${name}`,
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    await runStep(
      simulation,
      does(recipient, (me) => me.reportsLetter({ id: inboxId })),
    );
    await simulation.deliverAll();
    await lose(simulation);
    return [nextWebhook, nextWebhook, deciding(inboxId, 'KEEP')];
  },
});

/** The desk decides about an answered message while the bank has not decided a dispute about its payment. */
const refundingDisputed: Flow = {
  name: 'desk: refunding an answered message that the bank disputes',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { id } = await answeredOrder(simulation);
    await openDispute(simulation);
    await simulation.deliverAll();
    return [deciding(id, 'REFUND')];
  },
};

const PART = 400;

export const DESK_FLOWS: readonly Flow[] = [
  refundingPending,
  refundingAnswered('REFUND', 'the platform'),
  refundingAnswered('REFUND_FROM_RECIPIENT', 'the recipient'),
  refundingPart('', () => [jobAfterDays(1, 'expireConversations'), runPayday]),
  refundingPart(', then the rest', (id) => [deciding(id, 'REFUND')]),
  refundingPart(', which the bank disputes', () => [
    disputing,
    jobAfterDays(1, 'expireConversations'),
  ]),
  refundingDisputed,
  reviewing('GIVE_BACK', 'given back'),
  reviewing('KEEP', 'kept'),
  keepingAfterRefusedPart,
  keepingRest('after a refund of a part', (simulation) => refundInDashboard(simulation, PART)),
  keepingRest('after a lost dispute of a part', async (simulation) => {
    await openDispute(simulation, PART);
    await closeDispute(simulation, 'lost');
  }),
];

/** A part is refunded, and something else happens to the same message meanwhile. */
const partAnd = (name: string, other: (id: string) => FlowStep): Race => ({
  name: `the refund of a part and ${name}`,
  prepare: async (simulation) => {
    const { id } = await answeredOrder(simulation);
    return [deciding(id, 'REFUND_PART'), other(id)];
  },
});

/** The same race with the refund of a part as the second call. */
const andPart = (name: string, decision: DeskDecision): Race => ({
  name: `${name} and the refund of a part`,
  prepare: async (simulation) => {
    const { id } = await answeredOrder(simulation);
    return [deciding(id, decision), deciding(id, 'REFUND_PART')];
  },
});

export const DESK_RACES: readonly Race[] = [
  partAnd('the same refund', (id) => deciding(id, 'REFUND_PART')),
  partAnd('one in full', (id) => deciding(id, 'REFUND')),
  andPart('one in full', 'REFUND'),
  andPart('one at the expense of the recipient', 'REFUND_FROM_RECIPIENT'),
  partAnd('a dispute', () => disputing),
  partAnd('the sweep', () => jobAfterDays(2 / 1_440, 'expireConversations')),
];
