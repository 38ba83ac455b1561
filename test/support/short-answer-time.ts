import { jest } from '@jest/globals';

/*
 * Runs before each test file of a project that lists it in jest.config.js. The product's own code answers in the same time
 * whether it sends a text message or not, but in no time at all: at the product's, the tests would wait for minutes. A test
 * file about the time itself imports real-answer-time.ts.
 */

jest.mock('../../functions/answer-time.ts', () => ({ ANSWER_TIME: 0 }));
