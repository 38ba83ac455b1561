import type { Stripe } from 'stripe';
import type { Clock } from './clock.ts';
import { isEnded } from './endings.ts';
import type { InProcessStripe, StripeRequest } from './in-process-stripe.ts';
import type { RecordedConversation, WriteRecorder } from './write-recorder.ts';

/*
 * Checks each capture, release and refund when Stripe gets it: the decision behind it is stored before. So no request charges or
 * refunds a card for an ending that never came to be, however the effects of concurrent processes interleave.
 */

const HOUR = 3_600_000;
/** The seconds that a hold is assumed to last if Stripe does not say when it ends. */
const UNNAMED_HOLD = 5 * 24 * 3_600;
/** The maximum difference between our clock and Stripe's. */
const MAX_CLOCK_SKEW = 120_000;
const ANSWERED = /^(OPEN|INVITED|COMPLETED)$/;
const REFUNDED_REPORTS = /^(NOT_ME|IGNORE|SUICIDE_SELFINJURY)$/;

export class MoneyRequests {
  readonly violations: string[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly stripe: InProcessStripe,
    private readonly recorder: WriteRecorder,
  ) {
    stripe.beforeRequest = (request) => this.#check(request);
  }

  #check({ method, target, body }: StripeRequest): void {
    if (method !== 'POST') return;
    const [, named, what] = /^\/v1\/payment_intents\/(\w+)\/(capture|cancel)$/.exec(target) ?? [];
    const isRefund = target === '/v1/refunds';
    const intentId = isRefund ? new URLSearchParams(body).get('payment_intent') : named;
    const intent = this.stripe.all('paymentIntents').find(({ id }) => id === intentId);
    const order = this.recorder.conversations.get(intent?.metadata.conversationId ?? '');
    if (!intent || !order) return;
    const isDecided = what === 'capture' ? this.#isDue(order, intent) : isReturned(order);
    if (!isDecided)
      this.violations.push(
        `${what ?? 'refund'} of ${order.status} ${order.id} before its decision`,
      );
  }

  /** Whether a hold may be captured: by an answer, by a report that is reviewed, or twelve hours before it lapses. */
  #isDue({ status, reasonCode = '' }: RecordedConversation, intent: Stripe.PaymentIntent): boolean {
    if (ANSWERED.test(status)) return true;
    if (status === 'REPORTED' && !REFUNDED_REPORTS.test(reasonCode)) return true;
    const lapses = this.stripe.holdEndOf(intent, UNNAMED_HOLD) ?? Infinity;
    return this.clock.now() >= lapses - 12 * HOUR - MAX_CLOCK_SKEW;
  }
}

/** Whether the money goes back: the message ended without an answer, or a claim or the desk decided a refund. */
function isReturned({ status, reasonCode = '', money }: RecordedConversation): boolean {
  if (status === 'UNDONE' || (isEnded(status) && status !== 'REPORTED')) return true;
  if (status === 'REPORTED' && REFUNDED_REPORTS.test(reasonCode)) return true;
  return money.byHand?.decided === 'GIVE_BACK' || money.part !== undefined;
}
