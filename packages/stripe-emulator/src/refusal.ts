import type Stripe from 'stripe';

/** The `error` object of Stripe's responses. */
export interface RefusalBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
}

/**
 * An error response of Stripe, with its HTTP status. Changes before the throw are kept: a declined card leaves a failed
 * charge. `remembered` is false if the request was not executed, so that the response is not stored under its idempotency
 * key.
 */
export class Refusal extends Error {
  readonly body: RefusalBody;

  constructor(
    readonly status: number,
    body: RefusalBody,
    readonly remembered = true,
  ) {
    super(body.message);
    this.body = body.code
      ? {
          ...body,
          doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`,
        }
      : body;
  }
}

/** A valid request that Stripe refuses. 400. */
export function refusedRequest(message: string, rest: Partial<RefusalBody> = {}): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...rest });
}

/** An invalid parameter. 400, not stored under the idempotency key. */
export function refusedParameter(message: string, param: string, code?: string): Refusal {
  return new Refusal(
    400,
    { type: 'invalid_request_error', message, param, ...(code && { code }) },
    false,
  );
}

/** An unknown id. As at Stripe, 404 for an id in the path, 400 for a parameter. */
export function noSuch(noun: string, id: string, param: string, status: 400 | 404 = 400): Refusal {
  const message = `No such ${noun}: '${id}'`;
  return new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}

/** An action that the status of the PaymentIntent does not allow. 400, with the PaymentIntent in the error. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent): Refusal {
  return refusedRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
}

/** The card was declined, or its data is invalid. 402. */
export function cardError(code: string, message: string, rest: Partial<RefusalBody> = {}): Refusal {
  return new Refusal(402, { type: 'card_error', code, message, ...rest });
}
