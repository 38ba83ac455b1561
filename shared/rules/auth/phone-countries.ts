/** The countries whose phone numbers are open where a stage names none: both are ordinary numbers of +1. */
export const DEFAULT_PHONE_COUNTRIES: readonly string[] = ['US', 'CA'];
