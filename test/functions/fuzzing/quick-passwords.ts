import { createHash } from 'node:crypto';

/* What functions/passwords.ts does, without the third of a second and the 128 MB that it takes on purpose. */

export const hashPassword = async (password: string): Promise<string> =>
  createHash('sha256').update(password.normalize('NFKC')).digest('base64url');

export const isPassword = async (password: string, stored: string | undefined): Promise<boolean> =>
  stored !== undefined && (await hashPassword(password)) === stored;
