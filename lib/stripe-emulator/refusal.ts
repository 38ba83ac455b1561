import type Stripe from 'stripe';

/** The `error` object of Stripe's answers. */
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
 * An error response of Stripe, with its HTTP status. Changes of the store before the throw stay: a declined card leaves
 * a failed charge. `remembered` is false where the endpoint did not start to execute, so that no idempotency key
 * keeps the answer.
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

/** A parameter that breaks its own rules. 400, forgotten by idempotency keys. */
export function refusedParameter(message: string, param: string, code?: string): Refusal {
  return new Refusal(
    400,
    { type: 'invalid_request_error', message, param, ...(code && { code }) },
    false,
  );
}

/** An id that means nothing here. 404 where it was in the address, 400 where it was a parameter; as Stripe does. */
export function noSuch(noun: string, id: string, param: string, status: 400 | 404 = 400): Refusal {
  const message = `No such ${noun}: '${id}'`;
  return new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}

/** Something this PaymentIntent's status does not allow. 400, and the PaymentIntent goes along. */
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
