import type { Instant } from '#shared/time.ts';
import type { Key } from '../keys.ts';

/** A passkey as it is stored (passkeys.ts). */
export type Passkey = Key & {
  readonly userId: string;
  /** The SHA-256 of the credential id, in base64url: the id of the passkey in the API. */
  readonly id: string;
  /** The id that the authenticator chose, in base64url. */
  readonly credentialId: string;
  readonly name: string;
  /** The COSE key in base64url. */
  readonly publicKey: string;
  /** The signature counter of the authenticator; 0 for passkeys that are synchronized, which do not count. */
  readonly counter: number;
  /** How the authenticator can be reached, as it said itself. */
  readonly transports?: readonly string[];
  /** Whether the passkey is backed up to an account of the person at Apple, Google or another provider. */
  readonly backedUp: boolean;
  readonly createdAt: Instant;
  readonly lastUsedAt?: Instant;
  /** When it was added with a proof of the desk; it opens the desk some time later. Absent for every other passkey. */
  readonly deskSince?: Instant;
};
