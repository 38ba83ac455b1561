import type Stripe from 'stripe';

/*
 * What the product does not start: card holders dispute payments, and banks decide about disputes, refunds and questions to card
 * holders. They act at the emulator of Stripe, whatever carries their requests.
 */

/** Sends a request to the emulator, and returns what it answers. Throws if it refuses the request. */
export type SendToStripe = (
  path: string,
  form: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** A payment, by its charge. */
export type ChargedPayment = Pick<Stripe.PaymentIntent, 'latest_charge'>;

/** The question of a bank to the card holder, in the response of the product. */
export type BankQuestion = { readonly clientSecret?: string };

/** The id of the PaymentIntent or SetupIntent that a bank asks about. */
export const intentIdIn = ({ clientSecret = '' }: BankQuestion): string =>
  clientSecret.split('_secret_')[0] ?? '';

export function bankOf(send: SendToStripe) {
  const actsOn = (payment: ChargedPayment, action: string, form = {}) =>
    send(`/_bank/charges/${String(payment.latest_charge)}/${action}`, form);
  return {
    /** Disputes a payment: all of it, or a part in cents. An inquiry takes no money. */
    disputes: (
      payment: ChargedPayment,
      { part, isInquiry = false }: { readonly part?: number; readonly isInquiry?: boolean } = {},
    ) =>
      actsOn(payment, 'dispute', {
        ...(part !== undefined && { amount: String(part) }),
        ...(isInquiry && { inquiry: 'true' }),
      }) as Promise<Stripe.Dispute>,
    /** Decides a dispute against its card holder (`won`) or for them (`lost`). A lost one can still be won. */
    decides: ({ id }: { readonly id: string }, outcome: 'won' | 'lost') =>
      send(`/_bank/disputes/${id}/decision`, { outcome }) as Promise<Stripe.Dispute>,
    /** Warns that a payment is probably fraudulent, which moves no money. */
    warnsOf: (payment: ChargedPayment) => actsOn(payment, 'fraud_warning'),
    /** Refuses a refund, which returns its money to the product. */
    refusesRefund: ({ id }: { readonly id: string }) => send(`/_bank/refunds/${id}/failure`, {}),
    /** Hears from the card holder about the payment, or the card, that it has asked about. */
    hears(question: BankQuestion, outcome: 'authenticated' | 'failed') {
      const id = intentIdIn(question);
      const intents = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
      return send(`/_bank/${intents}/${id}/authentication`, { outcome });
    },
  };
}
