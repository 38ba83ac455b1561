import * as accounts from './accounts.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as blocks from './blocks.ts';
import * as chat from './chat.ts';
import * as chatMessages from './chat-messages.ts';
import * as clarifications from './clarifications.ts';
import * as contacts from './contacts.ts';
import * as conversations from './conversations.ts';
import * as groups from './groups.ts';
import * as inboxReports from './inbox-reports.ts';
import * as ledger from './ledger.ts';
import * as links from './links.ts';
import * as notifications from './notifications.ts';
import type { OperationSpec } from './operation.ts';
import * as payouts from './payouts.ts';
import * as profiles from './profiles.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import {
  appealBlockedStatement,
  appealStatement,
  viewBlockedStatements,
  viewStatements,
} from './statements.ts';
import * as support from './support.ts';

const statements = {
  viewStatements,
  appealStatement,
  viewBlockedStatements,
  appealBlockedStatement,
};

export type { Operation, OperationSpec } from './operation.ts';

/** Every operation of the product by area; an area is a folder of functions/ and a nested stack. */
export const areas = {
  auth,
  accounts,
  profiles,
  conversations: { ...conversations, ...clarifications, ...inboxReports },
  support: { ...support, ...reports, ...statements },
  contacts: { ...contacts, ...blocks },
  chat: { ...chat, ...chatMessages, ...groups },
  search,
  links,
  billing,
  ledger,
  payouts,
  notifications,
} satisfies Record<string, Record<string, OperationSpec>>;

export const operations = {
  ...auth,
  ...accounts,
  ...profiles,
  ...conversations,
  ...clarifications,
  ...inboxReports,
  ...support,
  ...reports,
  ...statements,
  ...contacts,
  ...blocks,
  ...chat,
  ...chatMessages,
  ...groups,
  ...search,
  ...links,
  ...billing,
  ...ledger,
  ...payouts,
  ...notifications,
};
export type OperationName = keyof typeof operations;
