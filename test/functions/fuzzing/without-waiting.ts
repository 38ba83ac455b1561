import { jest } from '@jest/globals';

/* Removes the deliberate delay of text messages. Import it before all other modules. */

jest.mock('../../../functions/flows/text-code.ts', () => ({
  ...jest.requireActual<object>('../../../functions/flows/text-code.ts'),
  inTextingTime: (run: () => Promise<void>) => run(),
}));
