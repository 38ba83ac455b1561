import { upgradeSubscription } from '#shared/api/billing.ts';
import { renewAccessToken } from '../auth/sign-tokens.ts';
import { cards } from '../gateways/cards.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { upgradeWithNewCard } from './card-on-file.ts';
import { upgrade } from './subscriptions.ts';

/** Upgrades to a larger plan, or resumes a cancelled one. docs/product/billing.md#changing-the-plan */
export const handler = serve(
  upgradeSubscription,
  async (input, call) => {
    const { caller, now } = call;
    const { licenseId: wanted, paymentMethodId, price: amount, pricedAt } = input;
    const shown = amount !== undefined && pricedAt !== undefined ? { amount, pricedAt } : undefined;
    const { licenseId } = paymentMethodId
      ? await upgradeWithNewCard(call, caller.userId, { wanted, paymentMethodId, shown })
      : await upgrade(call, caller.userId, wanted, shown);
    return { access_token: await renewAccessToken(caller, licenseId, now) };
  },
  { gives: { cards, subscriptions } },
);
