import { jest } from '@jest/globals';

/* Removes the deliberate delay of text messages. Import it before all other modules. */

jest.mock('../../../functions/auth/text-code.ts', () => ({
  ...jest.requireActual<object>('../../../functions/auth/text-code.ts'),
  inTextingTime: (run: () => Promise<void>) => run(),
}));
