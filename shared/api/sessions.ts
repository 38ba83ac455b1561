import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { SIGN_IN_METHODS } from '../rules/auth/passkeys.ts';
import { moment } from '../wire.ts';
import { all, HOUR, nothing, operation } from './operation.ts';

/* Where a person is signed in, and signing out elsewhere. docs/product/auth.md#where-you-are-signed-in */

const session = z.object({
  id: z.string(),
  /** The coarse name of the browser; null if it is not known. */
  browser: z.nullable(z.string()),
  signedInWith: z.enum(SIGN_IN_METHODS),
  signedInAt: moment,
  lastUsedAt: moment,
  /** Whether it is the session of this call. */
  current: z.boolean(),
  /** Whether its browser gets push notifications. */
  notifications: z.boolean(),
});

/** The caller's sessions: the current one first, then the last used first. */
export const viewSessions = operation({
  name: 'viewSessions',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'devices.read'],
  impact: 'People cannot see where they are signed in.',
  input: nothing,
  output: all(session),
});

/** Signs out another session of the caller. Its device gets no more notifications. */
export const endSession = operation({
  name: 'endSession',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'devices.write', 'live'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot sign out a device that they lost; a new password still does it.',
  input: z.object({ sessionId: id() }),
  output: nothing,
});

/** Signs out all sessions of the caller but the current one. */
export const endOtherSessions = operation({
  name: 'endOtherSessions',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'devices.write', 'live'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR, inMemory: true }],
  impact: 'People cannot sign out their other devices at once; a new password still does it.',
  input: nothing,
  output: nothing,
});
