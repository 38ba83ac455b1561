import { handler as upgradeSubscription } from '#functions/billing/upgradeSubscription.ts';
import { call } from '#test/support/call.ts';
import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const CARD = { paymentMethodId: 'pm_card_visa' };

/** A user on the free plan with a saved card. */
async function withCard(world: World) {
  const person = await newPerson(world);
  await person.calls('updatePaymentMethod', CARD);
  return person;
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
    const { token } = await withCard(world);
    await call(upgradeSubscription, { licenseId: 'STARTER' }, { token });
    return { input: { licenseId: 'PROFESSIONAL' }, token };
  },
  // After one payment.
  viewPlanPayments: async (world) => {
    const { token } = await withCard(world);
    await call(upgradeSubscription, { licenseId: 'STARTER' }, { token });
    return { token };
  },
  cancelSubscription: async (world) => {
    const { token } = await withCard(world);
    await call(upgradeSubscription, { licenseId: 'STARTER' }, { token });
    return { token };
  },
  savePaidRegistration: async (world) => {
    const { token, user } = await newPerson(world, { licenseId: 'NONE' });
    const settings = { paidResponsePrice: '2.99', paidResponseCommitment: '100' };
    const input = { ...settings, ...CARD, license: 'STARTER', creditCardName: user.fullName };
    return { input, token };
  },
} satisfies Paths;
