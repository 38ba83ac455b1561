import { jest } from '@jest/globals';

/*
 * Gives a test file the product's constant response time instead of short-answer-time.ts. Import it before all other
 * modules.
 */

jest.unmock('../../functions/answer-time.ts');
