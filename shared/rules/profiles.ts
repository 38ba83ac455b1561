/* What a profile says of its person's answering. Spec part 1, sections 2 and 3. */

/** Whole percent of ended paid messages that were answered; only all of them make 100, and none yet counts as all. */
export function responseRate(answered: number, ended: number): number {
  return ended === 0 ? 100 : Math.floor((100 * answered) / ended);
}

/** How many more paid messages this month takes, of a commitment of which `reserved` are in use. */
export function remainingOf(commitment: number, reserved: number): number {
  return Math.max(0, commitment - reserved);
}

type Badged = {
  readonly fullName: string;
  readonly trusted: boolean;
  /** `name`: as it stood on the card when it was given; absent where it was not kept. */
  readonly card?: { readonly name?: string };
};

/**
 * Whether an account keeps the Verified Account badge under another full name. The badge says that the name is the one
 * on the card, so it goes with a name that is not; going back to the name does not bring it back by itself. Letters
 * that differ only in case or accents are the same name.
 */
export function keepsBadge({ trusted, fullName, card }: Badged, newName: string): boolean {
  return trusted && isSameName(newName, card?.name ?? fullName);
}

/** As a card prints a name: without accents, in capitals. */
export function isSameName(one: string, other: string): boolean {
  return printed(one) === printed(other);
}

const printed = (name: string) =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toUpperCase();
