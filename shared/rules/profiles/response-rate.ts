/* The response rate on a profile. docs/product/profiles.md#response-rate */

/**
 * The percentage of ended paid messages that were answered, rounded down, so that it is 100 only if all were. It is 100 if none
 * has ended yet.
 */
export function responseRate(answered: number, ended: number): number {
  return ended === 0 ? 100 : Math.floor((100 * answered) / ended);
}

/** How many more paid messages are accepted this month; `reserved` is the used part of the commitment. */
export function remainingOf(commitment: number, reserved: number): number {
  return Math.max(0, commitment - reserved);
}
