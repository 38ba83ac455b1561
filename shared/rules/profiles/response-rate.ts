/* What a profile says of its person's answering. docs/product/profiles.md#response-rate */

/** Whole percent of ended paid messages that were answered; only all of them make 100, and none yet counts as all. */
export function responseRate(answered: number, ended: number): number {
  return ended === 0 ? 100 : Math.floor((100 * answered) / ended);
}

/** How many more paid messages this month takes, of a commitment of which `reserved` are in use. */
export function remainingOf(commitment: number, reserved: number): number {
  return Math.max(0, commitment - reserved);
}
