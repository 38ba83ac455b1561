import { authenticatorOf, type SoftwareAuthenticator } from '#lib/local/software-authenticator.ts';
import { SETTINGS } from './world.ts';

export type { SoftwareAuthenticator };

/** A software authenticator with a new key, for the origin of the tests. */
export const newAuthenticator = (): SoftwareAuthenticator => authenticatorOf(SETTINGS.origin);
