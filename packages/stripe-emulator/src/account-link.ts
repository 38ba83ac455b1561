import { type Context, seconds } from './context.ts';
import { newId } from './ids.ts';
import type { AccountLink } from './records.ts';

/** An account link expires after about five minutes, as at Stripe. */
const LIFETIME_SECONDS = 5 * 60;

/** The default path of the browser handler. */
export const DEFAULT_BROWSER_PATH = '/_stripe/';

/** The folder of the onboarding pages below the browser handler's path. */
export const ONBOARDING_FOLDER = 'stripe-connect/';

/** A new account link as the API returns it. Call it only within a transaction of the store. */
export function newAccountLink(
  context: Context,
  { account, refreshUrl, returnUrl }: Pick<AccountLink, 'account' | 'refreshUrl' | 'returnUrl'>,
) {
  const token = newId.accountLink();
  const created = seconds(context);
  const expiresAt = created + LIFETIME_SECONDS;
  const link = { token, account, expiresAt, refreshUrl, returnUrl, used: false };
  context.store.put('accountLinks', token, link);
  const url = new URL(`${context.browserPath}${ONBOARDING_FOLDER}${token}`, returnUrl).href;
  return { object: 'account_link' as const, created, expires_at: expiresAt, url };
}

/** The link with this token. `over`: it was used or has expired, so it redirects to its `refresh_url`. */
export function findAccountLink(
  context: Context,
  token: string,
): { link: AccountLink; over: boolean } | undefined {
  const link = context.store.get('accountLinks', token);
  return link && { link, over: link.used || link.expiresAt <= seconds(context) };
}
