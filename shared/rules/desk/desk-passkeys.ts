import { DEFAULT_DESK_PASSKEY_HOURS } from '../../settings.ts';
import { DAY, HOUR, type Instant, later } from '../../time.ts';

/*
 * The passkeys that open the desk: the second factor of staff. Whoever adds an ordinary passkey only needs the password, so it
 * proves no more than that. One that opens the desk needs an operator's link, or an earlier one that opens it.
 * docs/product/desk.md#passkeys
 */

/** How long an operator's link can be used. */
export const DESK_LINK_TIME = 3 * DAY;

/** Why a passkey does not open the desk. */
export const DESK_KEY_OBSTACLES = ['NO_PASSKEY', 'NOT_FOR_DESK', 'TOO_NEW'] as const;
export type DeskKeyObstacle = (typeof DESK_KEY_OBSTACLES)[number];

type DeskPasskey = {
  /** When it was added with an operator's link or another passkey of the desk; absent for every other passkey. */
  readonly deskSince?: Instant;
};
type Staff = {
  /** Since when the account has permissions without interruption. */
  readonly staffSince?: Instant;
};
type Hours = { readonly deskPasskeyHours?: number | undefined };

/** From when on a passkey opens the desk; undefined if it never does. One of an earlier time as staff does not. */
export function deskOpensAt(
  { deskSince }: DeskPasskey,
  { staffSince = 0 as Instant }: Staff,
  { deskPasskeyHours = DEFAULT_DESK_PASSKEY_HOURS }: Hours,
): Instant | undefined {
  if (deskSince === undefined || deskSince < staffSince) return undefined;
  return later(deskSince, deskPasskeyHours * HOUR);
}

/** Whether a passkey opens the desk now. */
export function opensDesk(passkey: DeskPasskey, staff: Staff, hours: Hours, now: Instant): boolean {
  const from = deskOpensAt(passkey, staff, hours);
  return from !== undefined && from <= now;
}
