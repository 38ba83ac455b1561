import { newId } from './ids.ts';
import { seconds, type World } from './world.ts';

/** A way to the page that sets up payouts: for one person, for a few minutes, once. */
export interface AccountLink {
  token: string;
  account: string;
  /** Unix seconds. */
  expiresAt: number;
  refreshUrl: string;
  returnUrl: string;
  used: boolean;
}

/** As at Stripe, about five minutes. */
const lasts = 5 * 60;

/** Where the pages of the stand-in are, at the origin that they lead back to. */
export const ONBOARDING_PATH = '/_local/stripe-connect/';

/** Only within a change of the books. */
export function newAccountLink(
  world: World,
  { account, refreshUrl, returnUrl }: Pick<AccountLink, 'account' | 'refreshUrl' | 'returnUrl'>,
) {
  const token = newId.accountLink();
  const created = seconds(world);
  const expiresAt = created + lasts;
  const link = { token, account, expiresAt, refreshUrl, returnUrl, used: false };
  world.books.put('accountLinks', token, link);
  const url = new URL(`${ONBOARDING_PATH}${token}`, returnUrl).href;
  return { object: 'account_link' as const, created, expires_at: expiresAt, url };
}

/** The link while it leads anywhere; one that is over is of no use but to go back. */
export function linkOf(
  world: World,
  token: string,
): { link: AccountLink; over: boolean } | undefined {
  const link = world.books.get('accountLinks', token);
  return link && { link, over: link.used || link.expiresAt <= seconds(world) };
}
