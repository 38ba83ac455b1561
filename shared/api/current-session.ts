import { tokens, user } from './entities.ts';
import { HOUR, MINUTE, nothing, one, operation } from './operation.ts';

/* The session of the caller: every screen loads these operations. docs/product/auth.md */

export const refreshToken = operation({
  name: 'refreshToken',
  method: 'POST',
  path: '/refreshToken',
  who: 'anyone',
  uses: ['accounts.write', 'tokenKeys', 'live'],
  refreshCookie: true,
  // Every page load refreshes once, and the people of a network share an IP address.
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
  impact: 'Everyone is signed out within 15 minutes.',
  input: nothing,
  output: tokens,
});

export const signOut = operation({
  name: 'signOut',
  method: 'POST',
  who: 'signedIn',
  uses: ['accounts.write', 'devices.write', 'live'],
  refreshCookie: true,
  endsSession: true,
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'Signing out on a lost phone does not end its session.',
  input: nothing,
  output: nothing,
});

export const checkUser = operation({
  name: 'checkUser',
  method: 'GET',
  who: 'signedIn',
  uses: ['accounts.write'],
  impact: 'The app cannot tell who is signed in and shows an error with a retry.',
  input: nothing,
  output: one(user),
});
