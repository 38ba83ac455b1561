import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { emitEvent, previousAttributes } from './events.ts';
import { newId } from './ids.ts';
import { noSuch } from './refusal.ts';

/* Connected accounts of Stripe Connect Express: https://docs.stripe.com/connect/express-accounts */

/**
 * The outcome of the onboarding page. READY: the account is complete. RESTRICTED: Stripe requires more information.
 * REFUSING: the account is complete, but every transfer to it is refused; at Stripe that takes a closed account or a
 * mistaken country.
 */
export type OnboardingOutcome = 'READY' | 'RESTRICTED' | 'REFUSING';
export const ONBOARDING_OUTCOMES: readonly OnboardingOutcome[] = [
  'READY',
  'RESTRICTED',
  'REFUSING',
];

/** The metadata key that marks an account that refuses transfers. */
const REFUSING = 'refuses_transfers';
export const refusesTransfers = ({ metadata }: Stripe.Account) => metadata?.[REFUSING] === 'true';

/** The default verified name, from Stripe's documentation. */
export const VERIFIED_AS = 'Jenny Rosen';

/** The requirements of a new account. */
const INITIAL_REQUIREMENTS = ['external_account', 'individual.dob.day', 'tos_acceptance.date'];

function requirements(
  due: string[],
  disabledReason: Stripe.Account.Requirements['disabled_reason'],
): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  };
}

export function newAccount(context: Context, metadata: Record<string, string>): Stripe.Account {
  const id = newId.account();
  return context.store.put('accounts', id, {
    id,
    object: 'account',
    business_type: 'individual',
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    controller: { type: 'application', is_controller: true },
    country: 'US',
    created: seconds(context),
    default_currency: 'usd',
    details_submitted: false,
    email: null,
    future_requirements: requirements([], null),
    metadata,
    payouts_enabled: false,
    requirements: requirements(INITIAL_REQUIREMENTS, 'requirements.past_due'),
    type: 'express',
  });
}

/** The account with this id. */
export function existingAccount(
  context: Context,
  id: string,
  param: string,
  status: 400 | 404 = 400,
): Stripe.Account {
  const found = context.store.get('accounts', id);
  if (!found) throw noSuch(param === 'destination' ? 'destination' : 'account', id, param, status);
  return found;
}

/**
 * Completes onboarding, fully or in part, with `name` as the person's name, and sends the webhook event. Call it only within
 * a transaction of the store.
 */
export function completeOnboarding(
  context: Context,
  id: string,
  outcome: OnboardingOutcome,
  name: string = VERIFIED_AS,
): Stripe.Account {
  const before = existingAccount(context, id, 'account');
  const enough = outcome !== 'RESTRICTED';
  const { [REFUSING]: _, ...metadata } = before.metadata ?? {};
  const after = context.store.put('accounts', id, {
    ...before,
    capabilities: { transfers: enough ? 'active' : 'inactive' },
    details_submitted: true,
    individual: personOf(context, before, name, enough ? 'verified' : 'unverified'),
    payouts_enabled: enough,
    requirements: enough
      ? requirements([], null)
      : requirements(['individual.verification.document'], 'requirements.past_due'),
    metadata: outcome === 'REFUSING' ? { ...metadata, [REFUSING]: 'true' } : metadata,
  });
  emitEvent(context, 'account.updated', after, previousAttributes(before, after));
  return after;
}

/** The fields of a person that Stripe returns for an Express account. The last word of `name` is the last name. */
function personOf(
  context: Context,
  { id: account, individual }: Stripe.Account,
  name: string,
  status: 'verified' | 'unverified',
): Stripe.Person {
  const words = name.trim().split(/\s+/u);
  return {
    id: individual?.id ?? newId.person(),
    object: 'person',
    account,
    created: individual?.created ?? seconds(context),
    first_name: words.slice(0, -1).join(' '),
    last_name: words.at(-1) ?? '',
    verification: { status },
  };
}
