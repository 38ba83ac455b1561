import * as account from './account.ts';
import * as chat from './chat.ts';
import * as contacts from './contacts.ts';
import * as conversations from './conversations.ts';
import * as drafts from './drafts.ts';
import * as links from './links.ts';
import * as notifications from './notifications.ts';
import type { Operation, OperationSpec } from './operation.ts';
import * as payouts from './payouts.ts';
import * as people from './people.ts';
import * as plans from './plans.ts';
import * as signingIn from './signing-in.ts';

export type { Operation, OperationSpec } from './operation.ts';

/** Every operation of the product by area; an area is a folder of functions/ and a nested stack. */
export const areas = {
  'signing-in': signingIn,
  account,
  conversations,
  drafts,
  links,
  people,
  contacts,
  chat,
  plans,
  payouts,
  notifications,
} satisfies Record<string, Record<string, OperationSpec>>;

export const operations = {
  ...signingIn,
  ...account,
  ...conversations,
  ...drafts,
  ...people,
  ...contacts,
  ...chat,
  ...links,
  ...plans,
  ...payouts,
  ...notifications,
};
export type OperationName = keyof typeof operations;
export type AnyOperation = Operation<OperationSpec>;
