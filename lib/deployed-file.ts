import { basename, join } from 'node:path';

/** The file of a deployed function in the folder of the bundles: `auth/checkUser/checkUser.cjs`. Its folder is its code asset. */
export const deployedFileOf = (directory: string, name: string): string =>
  join(directory, name, `${basename(name)}.cjs`);
