import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { emitEvent, previousAttributes } from './events.ts';
import type { metadata } from './params.ts';
import { object, type Reader, textUpTo, withMetadata } from './params.ts';
import { refusedRequest } from './refusal.ts';
import { existing } from './resource.ts';

/* The evidence of a dispute. It can be changed until it is submitted, which is possible once, before the deadline. */

/** The most pages of Mastercard, which has the lowest limit; Stripe applies the limit of the card's network. */
const PAGES_MAX = 19;
/** The characters of a page of texts. Stripe does not publish how it sets them; this is a page of print. */
const CHARACTERS_OF_PAGE = 3_000;

/** The fields that contain text. The fields for other kinds of goods and services are not emulated. */
const TEXTS = [
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_name',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'uncategorized_text',
] as const;

/** The fields that contain the id of an uploaded file. */
const FILES = [
  'cancellation_policy',
  'customer_communication',
  'receipt',
  'refund_policy',
  'service_documentation',
  'uncategorized_file',
] as const;

type Field = (typeof TEXTS)[number] | (typeof FILES)[number];

const LONGEST_TEXT = 20_000;
const LONGEST_EVIDENCE = 150_000;

export const evidenceParam = object(
  Object.fromEntries([...TEXTS, ...FILES].map((name) => [name, textUpTo(LONGEST_TEXT)])) as Record<
    Field,
    Reader<string>
  >,
);

/** The fields for other kinds of goods and services, which stay empty. */
const OTHER_FIELDS = {
  billing_address: null,
  customer_email_address: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
};

export const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  ...OTHER_FIELDS,
  ...(Object.fromEntries([...TEXTS, ...FILES].map((name) => [name, null])) as Record<Field, null>),
};

type Changes = {
  readonly evidence?: Partial<Record<Field, string>> | undefined;
  readonly submit?: boolean | undefined;
  readonly metadata?: ReturnType<typeof metadata> | undefined;
};

/** A dispute as the API returns it: `past_due` depends on the time. */
export const shownDispute = (dispute: Stripe.Dispute, context: Context): Stripe.Dispute => ({
  ...dispute,
  evidence_details: {
    ...dispute.evidence_details,
    past_due: dispute.status.endsWith('needs_response') && isPastDue(context, dispute),
  },
});

const isPastDue = (context: Context, { evidence_details: { due_by } }: Stripe.Dispute) =>
  due_by !== null && due_by < seconds(context);

/** Changes the evidence of a dispute; `submit` sends it to the bank, after which it can no longer be changed. */
export function updateDispute(
  context: Context,
  before: Stripe.Dispute,
  { evidence = {}, submit = true, metadata }: Changes,
): Stripe.Dispute {
  if (!before.status.endsWith('needs_response'))
    throw refusedRequest('The evidence of this dispute can no longer be changed.');
  if (isPastDue(context, before)) throw refusedRequest('The deadline of this dispute is over.');
  for (const name of FILES) {
    const id = evidence[name];
    if (id !== undefined)
      existing(context, 'files', id, { param: `evidence[${name}]`, status: 400 });
  }
  const length = TEXTS.reduce((sum, name) => sum + (evidence[name]?.length ?? 0), 0);
  if (length > LONGEST_EVIDENCE)
    throw refusedRequest(`The evidence has ${length} characters; at most ${LONGEST_EVIDENCE} fit.`);
  checkPages(context, { ...before.evidence, ...evidence }, length);
  const hasEvidence = before.evidence_details.has_evidence || Object.keys(evidence).length > 0;
  const submits = submit && hasEvidence;
  const details = before.evidence_details;
  const after: Stripe.Dispute = {
    ...before,
    evidence: { ...before.evidence, ...evidence },
    evidence_details: {
      ...details,
      has_evidence: hasEvidence,
      submission_count: details.submission_count + (submits ? 1 : 0),
      submission_method: submits ? 'manual' : details.submission_method,
    },
    metadata: withMetadata(before.metadata, metadata),
    status: submits ? submittedStatus(before) : before.status,
  };
  context.store.put('disputes', after.id, after);
  emitEvent(context, 'charge.dispute.updated', after, previousAttributes(before, after));
  return after;
}

/** Refuses evidence of too many pages: those of its files, and those that its texts take. */
function checkPages(
  context: Context,
  evidence: Readonly<Record<string, unknown>>,
  characters: number,
): void {
  const pages = FILES.map((name) => evidence[name])
    .filter((id) => typeof id === 'string')
    .reduce((sum, id) => sum + pagesOf(context, id), Math.ceil(characters / CHARACTERS_OF_PAGE));
  if (pages > PAGES_MAX)
    throw refusedRequest(`The evidence has ${pages} pages; at most ${PAGES_MAX} are allowed.`, {
      code: 'dispute_evidence_page_limit_exceeded',
    });
}

const PAGE_OF_PDF = /\/Type\s*\/Page\b/g;

const pagesOf = (context: Context, id: string): number =>
  context.store.get('fileContents', id)?.data.match(PAGE_OF_PDF)?.length ?? 1;

const submittedStatus = ({ status }: Stripe.Dispute) =>
  status === 'needs_response' ? 'under_review' : 'warning_under_review';
