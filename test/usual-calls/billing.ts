import { requestOf } from '#lib/local/deeds/actor.ts';
import { newPerson } from '#test/support/people.ts';
import { onPlan, withCard } from '#test/support/plans.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

/** The access token of somebody who pays for the smaller plan. */
async function tokenOnPlan(world: World): Promise<string> {
  return (await onPlan(world)).token;
}

/** The usual path of each operation on plans and cards. */
export const billingPaths = {
  // A different card than the saved one.
  updatePaymentMethod: async (world) => ({
    input: { paymentMethodId: 'pm_card_mastercard' },
    token: (await withCard(world)).token,
  }),
  removePaymentMethod: async (world) => ({ token: (await withCard(world)).token }),
  upgradeSubscription: async (world) => ({
    input: { licenseId: 'STARTER' },
    token: (await withCard(world)).token,
  }),
  // From a smaller plan that is paid.
  previewUpgrade: async (world) => {
    const { input } = requestOf('', (me) => me.priceOfPlan());
    return { input, token: await tokenOnPlan(world) };
  },
  // After one payment.
  viewPlanPayments: async (world) => ({ token: await tokenOnPlan(world) }),
  cancelSubscription: async (world) => ({ token: await tokenOnPlan(world) }),
  savePaidRegistration: async (world) => {
    const { token, user } = await newPerson(world, { licenseId: 'NONE' });
    const terms = { nameOnCard: user.fullName, price: '2.99', perMonth: '100' };
    const { input } = requestOf('', (me) => me.choosesPaid('STARTER', terms));
    return { input, token };
  },
} satisfies Paths;
