import type Stripe from 'stripe';

/* The emulator's records besides Stripe's objects. Requests can only read events. */

/** A stored event, with its object as it was at that time. */
export interface StoredEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: unknown };
  livemode: false;
  pending_webhooks: number;
  request: EventSource | null;
  type: Stripe.Event['type'];
}

/** The request that caused an event. */
export interface EventSource {
  id: string;
  idempotency_key: string | null;
}

/** A pending webhook delivery, until it succeeds or is given up. Times are in epoch milliseconds of the emulated clock. */
export interface WebhookDelivery {
  eventId: string;
  attempts: number;
  toldAt: number;
  nextAt: number;
}

/** A response, stored under its idempotency key. */
export interface IdempotentResponse {
  key: string;
  path: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: unknown;
  /** Epoch milliseconds of the emulated clock. */
  at: number;
}

/** An account link: a single-use URL of the onboarding page that expires after some minutes. */
export interface AccountLink {
  token: string;
  account: string;
  /** Unix seconds. */
  expiresAt: number;
  refreshUrl: string;
  returnUrl: string;
  used: boolean;
}

/** The state of 3-D Secure of a PaymentIntent. */
export interface AuthenticationAttempt {
  paymentMethodId: string;
  authenticated: boolean;
}

/** The card of a PaymentMethod. No response contains its number. */
export interface StoredCard {
  number: string;
  /** Whether it has paid. A used PaymentMethod can pay again only while it is attached to a customer. */
  spent: boolean;
  /** Whether an authenticated payment with `setup_future_usage: off_session` has succeeded. */
  setUp: boolean;
  /** Whether its bank declines every charge from now on, although the number is one of a card that pays. */
  declined?: true;
}
