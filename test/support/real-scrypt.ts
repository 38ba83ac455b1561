import { jest } from '@jest/globals';

/* Gives a test file scrypt at the product's cost instead of cheap-scrypt.ts. Import it before all other modules. */

jest.unmock('node:crypto');
