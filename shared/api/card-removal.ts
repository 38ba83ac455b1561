import { HOUR, nothing, operation } from './operation.ts';

/* Apart from shared/api/billing.ts, which every screen with a payment loads. docs/product/billing.md#card-on-file */

/** Removes the card on file. Refused with WRONG_STATUS while a plan renews or a message that the caller paid still waits. */
export const removePaymentMethod = operation({
  name: 'removePaymentMethod',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.read', 'cards'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 20, within: HOUR, inMemory: true }],
  impact: 'People cannot remove their card; they can replace it.',
  input: nothing,
  output: nothing,
});
