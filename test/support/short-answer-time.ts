import { jest } from '@jest/globals';

/*
 * Removes the constant response time of operations that may send a text message. Runs before each test file of a
 * project that lists it in jest.config.js. The product delays these responses so that their time does not reveal
 * whether a message was sent; with that delay the tests would take minutes. A test file about the response time
 * imports real-answer-time.ts.
 */

jest.mock('#functions/answer-time.ts', () => ({ ANSWER_TIME: 0 }));
