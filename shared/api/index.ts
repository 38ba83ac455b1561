import * as accounts from './accounts.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as blocks from './blocks.ts';
import * as chat from './chat.ts';
import * as chatMessages from './chat-messages.ts';
import * as claims from './claims.ts';
import * as clarifications from './clarifications.ts';
import * as contacts from './contacts.ts';
import * as conversationMessages from './conversation-messages.ts';
import * as conversations from './conversations.ts';
import * as desk from './desk.ts';
import * as deskClaims from './desk-claims.ts';
import * as groups from './groups.ts';
import * as inboxReports from './inbox-reports.ts';
import * as ledger from './ledger.ts';
import * as links from './links.ts';
import * as notificationSettings from './notification-settings.ts';
import * as notifications from './notifications.ts';
import * as nudges from './nudges.ts';
import * as offers from './offers.ts';
import type { OperationSpec } from './operation.ts';
import * as passkeys from './passkeys.ts';
import * as payouts from './payouts.ts';
import * as profiles from './profiles.ts';
import * as records from './records.ts';
import * as reliability from './reliability.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import * as sessions from './sessions.ts';
import {
  appealBlockedStatement,
  appealStatement,
  viewBlockedStatements,
  viewStatements,
} from './statements.ts';
import * as support from './support.ts';
import * as verifications from './verifications.ts';

const statements = {
  viewStatements,
  appealStatement,
  viewBlockedStatements,
  appealBlockedStatement,
};

export type { Operation, OperationSpec } from './operation.ts';

/** Every operation of the product by area; an area is a folder of functions/ and a nested stack. */
export const areas = {
  auth: { ...auth, ...passkeys, ...sessions },
  accounts: { ...accounts, ...offers },
  profiles: { ...profiles, ...reliability },
  conversations: {
    ...conversations,
    ...conversationMessages,
    ...clarifications,
    ...claims,
    ...inboxReports,
    ...nudges,
    ...records,
    ...verifications,
  },
  support: { ...support, ...reports, ...statements },
  contacts: { ...contacts, ...blocks },
  chat: { ...chat, ...chatMessages, ...groups },
  search,
  links,
  billing,
  ledger,
  payouts,
  notifications: { ...notifications, ...notificationSettings },
  desk: { ...desk, ...deskClaims },
} satisfies Record<string, Record<string, OperationSpec>>;

export const operations = {
  ...auth,
  ...passkeys,
  ...sessions,
  ...accounts,
  ...offers,
  ...profiles,
  ...reliability,
  ...conversations,
  ...conversationMessages,
  ...clarifications,
  ...claims,
  ...verifications,
  ...records,
  ...nudges,
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
  ...desk,
  ...deskClaims,
  ...notificationSettings,
};
export type OperationName = keyof typeof operations;
