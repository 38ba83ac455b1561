/** Said to the one of two changes at once that came second. */
export const CHANGED_MEANWHILE =
  'Your password or phone number was changed a moment ago. Please try again.';
