import { PERMISSIONS } from '../rules/desk/permissions.ts';
import { HOUR, MINUTE } from './operation.ts';

/* What the operations of the desk have in common. docs/product/desk.md#permissions */

/** An operation that shows something to staff, whatever their permission. */
export const looking = {
  method: 'POST',
  who: 'staff',
  permissions: PERMISSIONS,
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE, inMemory: true }],
} as const;

/** What says whom a case concerns: they do not see it, and do not act on its people. */
export const SEES_CASES = [
  'accounts.read',
  'cases.read',
  'chats.read',
  'conversations.read',
] as const;

/** The same, and what a proposal to a second person writes. */
export const ACTS_ON_PEOPLE = ['cases.write', 'chats.read', 'conversations.read'] as const;

/** An operation with which staff change something. */
export const deciding = {
  method: 'POST',
  who: 'staff',
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
} as const;
