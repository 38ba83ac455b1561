import type { viewPaymentMethod } from '#shared/api/billing.ts';
import type { Output } from '#shared/api/operation.ts';
import type { NamedPaymentMethod } from '#shared/payment-method-names.ts';
import type { Card } from '../storage/accounts/users.ts';

/** What people see of what paid or is saved. */
export const namedCardOf = ({ brand, lastFour, wallet }: NamedPaymentMethod) => ({
  cardBrand: brand,
  cardLastFour: lastFour,
  ...(wallet && { wallet }),
});

/** The card on file, as its holder sees it. */
export const cardViewOf = (card: Card): Output<typeof viewPaymentMethod>['data'][number] => ({
  id: card.id,
  ...namedCardOf(card),
  ...(card.needsSheet && { needsSheet: true }),
});
