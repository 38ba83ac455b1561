import { jest } from '@jest/globals';

/* Removes the deliberate delays of passwords and text messages. Import it before all other modules. */

jest.mock('../../../functions/passwords.ts', () => jest.requireActual('./quick-passwords.ts'));
jest.mock('../../../functions/flows/text-code.ts', () => ({
  ...jest.requireActual<object>('../../../functions/flows/text-code.ts'),
  inTextingTime: (run: () => Promise<void>) => run(),
}));
