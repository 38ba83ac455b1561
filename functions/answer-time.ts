/**
 * Milliseconds that an answer takes at the least where a text message may or may not be sent. Handing one over takes no
 * longer, so that its absence does not show.
 */
export const ANSWER_TIME = 400;
