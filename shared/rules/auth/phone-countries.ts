/** The countries whose phone numbers are accepted if a stage configures none. Both have ordinary numbers of +1. */
export const DEFAULT_PHONE_COUNTRIES: readonly string[] = ['US', 'CA'];
