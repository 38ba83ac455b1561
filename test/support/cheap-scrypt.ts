import type { BinaryLike, ScryptOptions, scrypt } from 'node:crypto';
import { jest } from '@jest/globals';

/*
 * Makes scrypt cheap in tests. Runs before each test file of a project that lists it in jest.config.js. The product's
 * own code hashes passwords and codes, but with the minimum scrypt cost: in production a hash takes a third of a
 * second and 128 MB. A test file about the cost itself imports real-scrypt.ts.
 */

type Done = (fault: Error | null, key: Buffer) => void;
type Crypto = { readonly scrypt: typeof scrypt };

jest.mock('node:crypto', () => {
  const crypto = jest.requireActual<Crypto>('node:crypto');
  const cheapScrypt = (
    password: BinaryLike,
    salt: BinaryLike,
    length: number,
    options: ScryptOptions,
    done: Done,
  ) => crypto.scrypt(password, salt, length, { ...options, N: 2 }, done);
  return { ...crypto, scrypt: cheapScrypt };
});
