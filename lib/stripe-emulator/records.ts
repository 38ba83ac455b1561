import type Stripe from 'stripe';

/* What the store holds besides Stripe's own objects. No request can read these, except events. */

/** An event as it is kept: the object as it was at that moment. */
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

/** An event on its way, until it arrived or was given up. Times are the movable clock's, epoch milliseconds. */
export interface WebhookDelivery {
  eventId: string;
  attempts: number;
  toldAt: number;
  nextAt: number;
}

/** What a request was answered, kept under its idempotency key. */
export interface IdempotentResponse {
  key: string;
  path: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: unknown;
  /** Epoch milliseconds of the movable clock. */
  at: number;
}

/** A way to the page that sets up payouts: for one person, for a few minutes, once. */
export interface AccountLink {
  token: string;
  account: string;
  /** Unix seconds. */
  expiresAt: number;
  refreshUrl: string;
  returnUrl: string;
  used: boolean;
}

/** How far the holder of a card came in proving to the bank that it is them, for one PaymentIntent. */
export interface AuthenticationAttempt {
  paymentMethodId: string;
  authenticated: boolean;
}

/** The card behind a PaymentMethod. The number stays here; no answer shows it. */
export interface StoredCard {
  number: string;
  /** A PaymentMethod pays once, and again only while it is attached to a customer. */
  spent: boolean;
  /** An authenticated payment with `setup_future_usage: off_session` went through. */
  setUp: boolean;
}
