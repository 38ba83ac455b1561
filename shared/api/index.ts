import * as accountDeletion from './account-deletion.ts';
import * as accountRecovery from './account-recovery.ts';
import * as accounts from './accounts.ts';
import * as analytics from './analytics.ts';
import * as answerDrafts from './answer-drafts.ts';
import * as attachments from './attachments.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as blocks from './blocks.ts';
import * as browse from './browse.ts';
import * as cardRemoval from './card-removal.ts';
import * as chat from './chat.ts';
import * as chatMessages from './chat-messages.ts';
import * as claims from './claims.ts';
import * as clarifications from './clarifications.ts';
import * as contactPrices from './contact-prices.ts';
import * as contacts from './contacts.ts';
import * as conversationLists from './conversation-lists.ts';
import * as conversationMessages from './conversation-messages.ts';
import * as conversationPayments from './conversation-payments.ts';
import * as conversations from './conversations.ts';
import * as currentSession from './current-session.ts';
import * as dataExports from './data-exports.ts';
import * as desk from './desk.ts';
import * as deskCare from './desk-care.ts';
import * as deskClaims from './desk-claims.ts';
import * as deskWork from './desk-work.ts';
import * as drafts from './drafts.ts';
import * as email from './email.ts';
import * as groups from './groups.ts';
import * as inboundSettings from './inbound-settings.ts';
import * as inboxReports from './inbox-reports.ts';
import * as invitations from './invitations.ts';
import * as ledger from './ledger.ts';
import * as linkClicks from './link-clicks.ts';
import * as links from './links.ts';
import * as notificationSettings from './notification-settings.ts';
import * as notifications from './notifications.ts';
import * as nudges from './nudges.ts';
import * as offers from './offers.ts';
import type { OperationSpec } from './operation.ts';
import * as passkeys from './passkeys.ts';
import * as payouts from './payouts.ts';
import * as pendingInbox from './pending-inbox.ts';
import * as phoneChange from './phone-change.ts';
import * as planPayments from './plan-payments.ts';
import * as profileChanges from './profile-changes.ts';
import * as profiles from './profiles.ts';
import * as prompts from './prompts.ts';
import * as publicAnswers from './public-answers.ts';
import * as records from './records.ts';
import * as reliability from './reliability.ts';
import * as reports from './reports.ts';
import * as savedReplies from './saved-replies.ts';
import * as search from './search.ts';
import * as securityStops from './security-stops.ts';
import * as sessions from './sessions.ts';
import * as socialLinks from './social-links.ts';
import {
  appealBlockedStatement,
  appealStatement,
  markStatementAsRead,
  viewBlockedStatements,
  viewStatements,
} from './statements.ts';
import * as support from './support.ts';
import * as thanks from './thanks.ts';
import * as unsubscribe from './unsubscribe.ts';
import * as usernames from './usernames.ts';
import * as verifications from './verifications.ts';

const statements = {
  viewStatements,
  markStatementAsRead,
  appealStatement,
  viewBlockedStatements,
  appealBlockedStatement,
};

const publicAnswerOperations = {
  proposePublicAnswer: publicAnswers.proposePublicAnswer,
  revisePublicAnswer: publicAnswers.revisePublicAnswer,
  agreeToPublicAnswer: publicAnswers.agreeToPublicAnswer,
  declinePublicAnswer: publicAnswers.declinePublicAnswer,
  withdrawPublicAnswer: publicAnswers.withdrawPublicAnswer,
  viewPublicAnswer: publicAnswers.viewPublicAnswer,
  viewPublicAnswerPage: publicAnswers.viewPublicAnswerPage,
  viewPublicAnswers: publicAnswers.viewPublicAnswers,
  viewOwnPublicAnswers: publicAnswers.viewOwnPublicAnswers,
  searchPublicAnswers: publicAnswers.searchPublicAnswers,
  reportPublicAnswer: publicAnswers.reportPublicAnswer,
};

export type { OperationSpec } from './operation.ts';

/** Every operation of the product by area; an area is a folder of functions/ and a nested stack. */
export const areas = {
  auth: {
    ...auth,
    ...currentSession,
    ...usernames,
    ...phoneChange,
    ...email,
    ...accountRecovery,
    ...passkeys,
    ...securityStops,
    ...sessions,
  },
  accounts: {
    ...accounts,
    ...accountDeletion,
    ...dataExports,
    ...invitations,
    ...inboundSettings,
    ...offers,
    ...prompts,
  },
  profiles: { ...profiles, ...profileChanges, ...socialLinks, ...reliability, ...analytics },
  conversations: {
    ...conversations,
    ...conversationPayments,
    ...pendingInbox,
    ...conversationLists,
    ...drafts,
    ...answerDrafts,
    ...conversationMessages,
    ...clarifications,
    ...claims,
    ...inboxReports,
    ...nudges,
    ...thanks,
    ...records,
    ...savedReplies,
    ...verifications,
  },
  attachments,
  'public-answers': publicAnswerOperations,
  support: { ...support, ...reports, ...statements },
  contacts: { ...contacts, ...blocks, ...contactPrices },
  chat: { ...chat, ...chatMessages, ...groups },
  search: { ...search, ...browse },
  links: { ...links, ...linkClicks },
  billing: { ...billing, ...planPayments, ...cardRemoval },
  ledger,
  payouts,
  notifications: { ...notifications, ...notificationSettings, ...unsubscribe },
  desk: { ...desk, ...deskCare, ...deskClaims, ...deskWork },
} satisfies Record<string, Record<string, OperationSpec>>;

export const operations = {
  ...auth,
  ...currentSession,
  ...usernames,
  ...phoneChange,
  ...email,
  ...accountRecovery,
  ...passkeys,
  ...securityStops,
  ...sessions,
  ...accounts,
  ...accountDeletion,
  ...dataExports,
  ...invitations,
  ...inboundSettings,
  ...offers,
  ...prompts,
  ...profiles,
  ...profileChanges,
  ...socialLinks,
  ...reliability,
  ...analytics,
  ...conversations,
  ...conversationPayments,
  ...pendingInbox,
  ...conversationLists,
  ...drafts,
  ...answerDrafts,
  ...conversationMessages,
  ...clarifications,
  ...claims,
  ...verifications,
  ...records,
  ...savedReplies,
  ...nudges,
  ...thanks,
  ...inboxReports,
  ...attachments,
  ...publicAnswerOperations,
  ...support,
  ...reports,
  ...statements,
  ...contacts,
  ...blocks,
  ...contactPrices,
  ...chat,
  ...chatMessages,
  ...groups,
  ...search,
  ...browse,
  ...links,
  ...linkClicks,
  ...billing,
  ...planPayments,
  ...cardRemoval,
  ...ledger,
  ...payouts,
  ...notifications,
  ...desk,
  ...deskCare,
  ...deskClaims,
  ...deskWork,
  ...notificationSettings,
  ...unsubscribe,
};
export type OperationName = keyof typeof operations;
