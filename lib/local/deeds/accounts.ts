import type { Caller, CallOptions } from './calls.ts';
import { PASSWORD } from './passwords.ts';

/* What people do with their account as a whole: finish its registration, see it, export it, delete it. */

/** The price and the monthly limit of answers, as they are typed. */
export type PriceForm = CallOptions & { readonly price: string; readonly perMonth: string };

/** How somebody proves that they may delete the account; absent: with the password. */
export type DeletionProof = CallOptions & {
  readonly password?: string;
  /** The confirmation by a passkey, in place of the password. */
  readonly confirmation?: string;
};

export const accountDeeds = (me: Caller) => ({
  /** Finishes the registration on the free plan. */
  choosesFree: ({ price, perMonth, ...options }: PriceForm) =>
    me.does(
      'saveFreeRegistration',
      { license: 'FREE', paidResponsePrice: price, paidResponseCommitment: perMonth },
      options,
    ),
  /** The account, as its owner sees it. */
  account: (options?: CallOptions) => me.makes('checkUser', {}, options),
  /** The numbers and alerts of the dashboard. */
  dashboard: (options?: CallOptions) => me.makes('viewDashboardStats', {}, options),
  /** Dismisses an alert of the dashboard, as it was shown. */
  dismissesAlert: (
    { kind, at }: { readonly kind: string; readonly at: string },
    options?: CallOptions,
  ) => me.does('dismissAlert', { kind, at }, options),
  /** The people whom the caller invited to the product. */
  invitedPeople: (options?: CallOptions) => me.does('viewInvitations', {}, options),

  /** The deletion of the account: when it comes, what prevents it, what ends with it. */
  deletion: (options?: CallOptions) => me.makes('viewAccountDeletion', {}, options),
  /** Asks for the deletion of the account. */
  asksForDeletion({ password, confirmation, ...options }: DeletionProof = {}) {
    const proof = confirmation ? { confirmation } : { password: password ?? PASSWORD };
    return me.does('requestAccountDeletion', proof, options);
  },
  /** Keeps the account that was to be deleted. */
  keepsAccount: (options?: CallOptions) => me.does('cancelAccountDeletion', {}, options),
  /** Asks for an export of everything that is stored about the account. */
  asksForExport: (options?: CallOptions) => me.makes('requestExport', {}, options),
  /** The newest export, if there is one. */
  dataExport: (options?: CallOptions) => me.does('viewExport', {}, options),
});
