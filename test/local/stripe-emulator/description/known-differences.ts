/** The differences that lib/stripe-emulator/README.md gives the reason of. */
export const KNOWN_DIFFERENCES: readonly RegExp[] = [];
