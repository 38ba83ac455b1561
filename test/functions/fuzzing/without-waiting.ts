import { jest } from '@jest/globals';

/* Passwords and text messages take their time on purpose. Whatever imports this first goes without. */

jest.mock('../../../functions/passwords.ts', () => jest.requireActual('./quick-passwords.ts'));
jest.mock('../../../functions/flows/text-code.ts', () => ({
  ...jest.requireActual<object>('../../../functions/flows/text-code.ts'),
  inTextingTime: (run: () => Promise<void>) => run(),
}));
