import Stripe from 'stripe';
import { Refusal } from '#shared/refusals.ts';
import type { EvidenceTexts } from '#shared/rules/conversations/dispute-responses.ts';
import { callStripe, mappedError, stripe } from './stripe.ts';

/** The evidence for a dispute: its texts, and the record of the conversation as a PDF. */
export type Evidence = EvidenceTexts & {
  readonly record: Uint8Array;
  /** Identifies the content of the record; the same record is uploaded once. */
  readonly recordHash: string;
};

/**
 * The result of a response. DONE: Stripe has the evidence, or the dispute was accepted. TOO_LATE: the deadline is over. CLOSED: no
 * dispute is open any more.
 */
type ResponseResult = 'DONE' | 'TOO_LATE' | 'CLOSED';

/**
 * The gateway to the responses to disputes. Both methods are idempotent. Each throws UNAVAILABLE when Stripe does not answer; it is
 * unknown then whether the effect took place.
 */
export type Disputes = {
  /** Submits evidence for the open disputes of a payment, unless it was submitted before. */
  submit(intentId: string, evidence: Evidence): Promise<ResponseResult>;
  /** Accepts the open disputes of a payment. */
  accept(intentId: string): Promise<ResponseResult>;
};

/** Disputes at Stripe: https://docs.stripe.com/disputes/api */
export const disputes: Disputes = {
  async submit(intentId, evidence) {
    const client = await stripe();
    return respondToAll(client, intentId, async (dispute) => {
      if (dispute.evidence_details.submission_count > 0) return 'DONE';
      if (dispute.evidence_details.past_due) return 'TOO_LATE';
      await submitEvidence(client, dispute.id, evidence);
      return 'DONE';
    });
  },

  async accept(intentId) {
    const client = await stripe();
    return respondToAll(client, intentId, async (dispute) => {
      // Evidence was submitted manually, so the bank decides.
      if (dispute.evidence_details.submission_count > 0) return 'DONE';
      await client.disputes.close(dispute.id, {}, { idempotencyKey: `accept:${dispute.id}` });
      return 'DONE';
    });
  },
};

async function respondToAll(
  client: Stripe,
  intentId: string,
  respond: (dispute: Stripe.Dispute) => Promise<ResponseResult>,
): Promise<ResponseResult> {
  const { data } = await callStripe(() =>
    client.disputes.list({ payment_intent: intentId, limit: 100 }),
  );
  let result: ResponseResult = 'CLOSED';
  for (const dispute of data.filter(isOpen)) {
    try {
      result = await respond(dispute);
    } catch (fault) {
      if (isConflict(fault)) throw new Refusal('UNAVAILABLE');
      if (!isRefusal(fault)) throw mappedError(fault);
      // The bank may have decided since.
      if (isOpen(await callStripe(() => client.disputes.retrieve(dispute.id)))) throw fault;
    }
  }
  return result;
}

const isOpen = ({ status }: Stripe.Dispute): boolean =>
  status === 'needs_response' || status === 'under_review';

const isRefusal = (fault: unknown): boolean =>
  fault instanceof Stripe.errors.StripeInvalidRequestError;

/**
 * Whether another process responds to the same dispute at this moment, or has just done so: Stripe then refuses the key that is in
 * use, or was used with other parameters. The next try reads the result.
 */
const isConflict = (fault: unknown): boolean =>
  fault instanceof Stripe.errors.StripeIdempotencyError ||
  (fault instanceof Stripe.errors.StripeError && fault.statusCode === 409);

/** Uploads the record and submits all evidence at once; Stripe accepts it once for each dispute. */
async function submitEvidence(
  client: Stripe,
  disputeId: string,
  { record, recordHash, refund_policy, cancellation_policy, ...texts }: Evidence,
): Promise<void> {
  const file = await client.files.create(
    {
      purpose: 'dispute_evidence',
      file: { data: record, name: 'record.pdf', type: 'application/pdf' },
    },
    { idempotencyKey: `evidence-file:${disputeId}:${recordHash}` },
  );
  await client.disputes.update(
    disputeId,
    {
      evidence: {
        ...texts,
        refund_policy_disclosure: refund_policy,
        cancellation_policy_disclosure: cancellation_policy,
        service_documentation: file.id,
      },
      submit: true,
    },
    { idempotencyKey: `evidence:${disputeId}` },
  );
}
