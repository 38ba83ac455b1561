/* The passwords of people where a test is not about passwords. */

export const PASSWORD = 'Correct-Horse-1';

/** The password after a change. */
export const NEW_PASSWORD = 'Battery-Staple-2';
