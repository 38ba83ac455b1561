/**
 * The minimum response time (ms) of operations that may send a text message. Sending one takes no longer, so the response time
 * does not reveal whether one was sent.
 */
export const ANSWER_TIME = 400;
