/** How long an Idempotency-Key is stored: thirty days, less a minute of tolerance. In milliseconds. */
export const KEY_LIFETIME = (30 * 24 * 60 - 1) * 60_000;
