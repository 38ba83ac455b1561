/** The storage key of unsent answers. In a file of its own, so that the app can check it without loading the rest. */
export const UNSENT_ANSWERS_KEY = 'unsentAnswers';
