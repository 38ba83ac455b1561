import { badgeWith, earnsBadge, type PlanHeld } from './plans.ts';

/* What a profile says of its person's answering. Spec part 1, sections 2 and 3. */

/** Whole percent of ended paid messages that were answered; only all of them make 100, and none yet counts as all. */
export function responseRate(answered: number, ended: number): number {
  return ended === 0 ? 100 : Math.floor((100 * answered) / ended);
}

/** How many more paid messages this month takes, of a commitment of which `reserved` are in use. */
export function remainingOf(commitment: number, reserved: number): number {
  return Math.max(0, commitment - reserved);
}

/**
 * Whether an account has the Verified Account badge under another full name. The badge says that the name is the one
 * on the card: where that is known it decides, on a paid plan. Where it is not, the badge goes with a name that is not
 * the one it was given to, and does not come back. Letters that differ only in case or accents are the same name.
 */
export function hasBadgeAs(newName: string, held: PlanHeld): boolean {
  const onCard = held.card?.name;
  if (onCard !== undefined) return badgeWith({ ...held, fullName: newName }, onCard);
  return held.trusted && earnsBadge(newName, held.fullName);
}
