import type { Cents } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';

/** Where an authorised payment stands, in the words of the product. */
export type PaymentStanding =
  /** Reserved on the card; `captureBefore` is when the hold lapses by itself. */
  | { readonly is: 'held'; readonly intentId: string; readonly captureBefore: Instant }
  | { readonly is: 'charged'; readonly intentId: string }
  /** The bank wants the sender to confirm; the browser finishes it with this secret. */
  | { readonly is: 'needsAction'; readonly intentId: string; readonly clientSecret: string }
  | { readonly is: 'declined'; readonly intentId?: string; readonly sentence: string }
  /** Let go before anything was taken. */
  | { readonly is: 'released'; readonly intentId: string };

/** The narrow way to the card payment provider. Every verb may be repeated with the same arguments and has its effect once. */
export type Payments = {
  hold(order: {
    readonly conversationId: string;
    readonly amount: Cents;
    readonly customerId: string;
    readonly paymentMethodId: string;
  }): Promise<PaymentStanding>;
  standing(intentId: string): Promise<PaymentStanding>;
  /** Takes what is held. `released` when the hold is gone for good. */
  capture(conversationId: string, intentId: string): Promise<PaymentStanding>;
  /** Releases the hold, or refunds what was taken: whichever is true at the provider. */
  giveBack(conversationId: string, intentId: string): Promise<'released' | 'refunded'>;
};

export declare const payments: Payments;
