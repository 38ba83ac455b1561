import { Refusal } from '#shared/refusals.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import { isDeskLink, spendDeskLink } from '../storage/auth/desk-links.ts';
import { spendConfirmation } from '../storage/auth/passkey-challenges.ts';
import type { Step, TableReader } from '../storage/table.ts';

/*
 * The proof with which staff add a passkey. It opens the desk some time later, so the password is not enough: whoever stole it would
 * have the second factor too. docs/product/desk.md#passkeys
 */

type Context = {
  readonly table: TableReader;
  readonly caller: { readonly userId: string; readonly sessionId: string };
  readonly now: Instant;
};
type Proof = { readonly link?: string | undefined; readonly confirmation?: string | undefined };

const isStaff = ({ permissionIds = [] }: User): boolean => permissionIds.length > 0;

/**
 * Refuses with FORBIDDEN staff without a proof, before the browser makes the passkey. A confirmation is checked when it is used up.
 */
export async function refuseUnprovenStaff(
  { table, now }: Context,
  user: User,
  { link, confirmation }: Proof,
): Promise<void> {
  if (!isStaff(user) || confirmation !== undefined) return;
  if (link === undefined || !(await isDeskLink(table, user.id, link, now))) throw unproven(link);
}

/**
 * The step that uses up the proof of a member of staff; undefined for everybody else, whose passkey does not open the desk. Refuses
 * with FORBIDDEN staff without one.
 */
export function deskProofOf(
  { caller, now }: Context,
  user: User,
  { link, confirmation }: Proof,
): Step<'UNCONFIRMED'> | undefined {
  if (!isStaff(user)) return undefined;
  if (link !== undefined) return spendDeskLink(user.id, link, now);
  if (confirmation !== undefined) return spendConfirmation(confirmation, 'PASSKEY', caller, now);
  throw unproven();
}

const NEEDS_LINK =
  'You’re staff, so a new passkey needs a link from an operator, or a passkey of yours that opens the desk. No passkey was added.';
const LINK_OVER =
  'This link was used before, has expired, or isn’t yours. Ask an operator for a new one. No passkey was added.';

export const unproven = (link?: string) =>
  new Refusal('FORBIDDEN', { message: link === undefined ? NEEDS_LINK : LINK_OVER });
