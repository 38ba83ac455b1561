import type Stripe from 'stripe';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { type Invariant, isPending, type Snapshot } from './snapshot.ts';

/* Invariants of the responses to disputes, and of early fraud warnings. */

const orderOf = (state: Snapshot, intent: unknown): Conversation | undefined => {
  const id = state.intents.find((one) => one.id === intent)?.metadata.conversationId;
  return state.conversations.find((one) => one.id === id);
};

const HOUR = 3_600_000;

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith('warning_');
const wasSubmitted = ({ evidence_details: details }: Stripe.Dispute) =>
  details.submission_count > 0;

/** The runs of the schedule that suffice for a response, even if Stripe does not answer some of them. */
const ENOUGH_RUNS = 3;

/**
 * Whether the response to a dispute could be in time: the schedule ran between the time at which the conversation knew of it, and had an
 * answer, and the deadline. A history may also leave out all runs and webhooks of a month.
 */
function couldBeInTime(state: Snapshot, { history }: Conversation, dispute: Stripe.Dispute) {
  const known = Math.max(
    ...history.map(({ event, at }) => (event === 'DISPUTED' || event === 'ANSWERED' ? at : 0)),
  );
  const until = state.world.stripe.ourTime(dispute.evidence_details.due_by ?? 0);
  const runs = state.world.completedJobs.filter(
    ({ name, at }) => name === 'expireConversations' && at > known + HOUR && at < until,
  );
  return new Set(runs.map(({ at }) => at)).size >= ENOUGH_RUNS;
}

/**
 * Each open dispute of an answered message that we know of has evidence, submitted once and saved as such, unless it was too
 * late for it.
 */
export const openDisputesHaveAResponse: Invariant = (state) =>
  state.disputes.flatMap((dispute) => {
    const order = orderOf(state, dispute.payment_intent);
    const { submission_count: submitted } = dispute.evidence_details;
    if (submitted > 1) return [`evidence for ${dispute.id} was submitted ${submitted} times`];
    if (!order || isInquiry(dispute)) return [];
    const { back, response, byHand } = order.money;
    const isOpen = back?.dispute === 'OPEN' && dispute.status === 'needs_response';
    const isAnswered = order.net !== undefined && byHand?.decided !== 'GIVE_BACK';
    const isLate = response?.outcome === 'TOO_LATE';
    return [
      ...(isOpen && isAnswered && !isLate ? [`the dispute of ${order.id} has no evidence`] : []),
      ...(isLate && couldBeInTime(state, order, dispute)
        ? [`the evidence of ${order.id} is too late`]
        : []),
      ...(submitted === 1 && back?.dispute === 'OPEN' && response?.outcome === undefined
        ? [`the evidence of ${order.id} was submitted, and nobody knows`]
        : []),
    ];
  });

/**
 * Evidence is about an answer, or about a refund that was made, even if the bank refused it later; it includes the record as an uploaded
 * file.
 */
export const evidenceIsAboutAnswers: Invariant = (state) =>
  state.disputes.filter(wasSubmitted).flatMap((dispute) => {
    const order = orderOf(state, dispute.payment_intent);
    if (!order) return [`evidence for ${dispute.id}, which is no order’s`];
    const file = state.world.stripe
      .all('files')
      .find(({ id }) => id === dispute.evidence.service_documentation);
    const wasRefunded = state.world.stripe
      .all('refunds')
      .some(({ charge }) => charge === dispute.charge);
    return [
      ...(order.net === undefined && !wasRefunded
        ? [`evidence for ${order.id}, which was neither answered nor refunded`]
        : []),
      ...(file ? [] : [`the evidence for ${order.id} has no record`]),
    ];
  });

/** No message stays pending after a warning, and only a warning ends one for this reason. */
export const fraudWarningsEndUnanswered: Invariant = (state) => {
  const warned = new Set(
    state.world.stripe.losesWebhooks
      ? []
      : state.fraudWarnings.map((one) => orderOf(state, one.payment_intent)?.id),
  );
  const known = new Set(state.fraudWarnings.map((one) => orderOf(state, one.payment_intent)?.id));
  return state.conversations.flatMap(({ id, status, reasonCode, net, money }) => [
    ...(warned.has(id) && isPending(status) ? [`${id} is pending after a fraud warning`] : []),
    ...(reasonCode === 'FRAUD_WARNING' && !known.has(id)
      ? [`${id} ended by a warning that nobody gave`]
      : []),
    ...(reasonCode === 'FRAUD_WARNING' && net !== undefined
      ? [`${id} was answered, and ended by a fraud warning`]
      : []),
    ...(reasonCode === 'FRAUD_WARNING' && (money.state === 'HELD' || money.state === 'IN_REVIEW')
      ? [`the money of ${id} is ${money.state} after a fraud warning`]
      : []),
  ]);
};
