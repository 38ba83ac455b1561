import type { Room } from '#shared/rules/chat/chats.ts';
import type { BookedLosses, Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import type { NotificationSettings } from '#shared/rules/notifications/notification-settings.ts';
import type { Counts } from '#shared/rules/profiles/reliability.ts';
import { type Instant, monthOf, toIso } from '#shared/time.ts';
import type { AccountDeletion } from './accounts/account-deletions.ts';
import type { Alerts } from './accounts/alerts.ts';
import type { DataExport } from './accounts/data-exports.ts';
import type { ReferralItem } from './accounts/referrals.ts';
import type { UnfinishedBlock } from './accounts/unfinished-blocks.ts';
import type { Claim, User } from './accounts/users.ts';
import type { Asking } from './accounts/waitlist.ts';
import type { Attachment } from './attachments/attachments.ts';
import type { DeskLink } from './auth/desk-links.ts';
import type { KnownDevices } from './auth/known-devices.ts';
import type { PasskeyChallenge } from './auth/passkey-challenges.ts';
import type { PasskeyClaim } from './auth/passkeys.ts';
import type { ProofOfWorkChallenge } from './auth/proof-of-work-challenges.ts';
import type { SecurityStep } from './auth/security-steps.ts';
import type { Session } from './auth/sessions.ts';
import type { Passkey } from './auth/stored-passkey.ts';
import type { CodeItem } from './auth/verification-codes.ts';
import type { StoredMembership } from './chat/chat-members.ts';
import type { ChatMessage } from './chat/chat-messages.ts';
import type { Typists } from './chat/typing-and-read-receipts.ts';
import type { UnusedFiles } from './chat/unused-files.ts';
import type { ContactCounts, ContactRelation } from './contacts/contact-item.ts';
import type { AnswerDraft } from './conversations/answer-drafts.ts';
import type { ClaimCounts } from './conversations/claims.ts';
import type { Draft } from './conversations/drafts.ts';
import type { Mailbox } from './conversations/list-counters.ts';
import type { Message } from './conversations/messages.ts';
import type { PairLock } from './conversations/reminders.ts';
import type { SavedReplies } from './conversations/saved-replies.ts';
import type { ListedThanks, ShownThanksItem } from './conversations/thanks.ts';
import type { Verification } from './conversations/verifications.ts';
import type { Counted } from './counters.ts';
import type { MovedAlone } from './desk/moved-money.ts';
import type { Report } from './desk/reports.ts';
import type { Work } from './desk/work.ts';
import type { Request } from './idempotency.ts';
import type { StoredBalance } from './ledger/ledger.ts';
import type { CallCounts } from './limits.ts';
import type { Link } from './links/link-item.ts';
import type { Month } from './month-counters.ts';
import type { Device, DeviceClaim, Notified } from './notifications/devices.ts';
import type { PostponedItem } from './notifications/postponed.ts';
import type { StoredAccount } from './payouts/payout-accounts.ts';
import type { PayoutReminder } from './payouts/payout-reminders.ts';
import type { Payout } from './payouts/payouts.ts';
import type { Recovery } from './payouts/recoveries.ts';
import type { StoredOutcomes } from './profiles/odds.ts';
import type { PublicCopy } from './public-answers/public-answers.ts';
import type { IndexRecord } from './search/search-index.ts';

/*
 * Every key of the table, except those of the lists in its indexes (index-keys.ts). Those of visits and analytics are in
 * visit-keys.ts. No other file builds keys.
 *
 *   pk                      sk              item                              indexes
 *   USER#<id>               USER            the account                       –
 *   USER#<id>               BALANCE         what the platform owes the user   gsi5 while it owes something
 *   USER#<id>               PAYOUT#<yyyy-mm>  the payout of a month           gsi5 while it is being sent
 *   USER#<id>               RECOVERY#<conversation>  the recovery of a debt   gsi5 until it is completed
 *   USER#<id>               PAYOUT_ACCOUNT  the connected account at Stripe   gsi5 once it is ready
 *   USER#<id>               PAYOUT_REMINDER  the next reminder that payouts wait  gsi5 while they do
 *   USER#<id>               REFERRAL        the inviter's referral bonus for this user –
 *   USER#<id>               ALERTS          the alerts on the home screen   –
 *   USER#<id>               NOTIFICATIONS   the notification settings, as far as changed –
 *   USER#<id>               INBOX | ORDERS  the number of conversations by status –
 *   USER#<id>               MONTH#<yyyy-mm> messages reserved and answered in a month –
 *   USER#<id>               SESSION#<id>    a session: a refresh-token family –
 *   USER#<id>               KNOWN_DEVICES   the devices that signed in        –
 *   USER#<id>               PASSKEY#<hash>  one of at most 10 passkeys        –
 *   USER#<id>               DESK_LINK       the operator's link for a passkey of the desk, hashed –
 *   USER#<id>               LINK#<slot>     one of at most 50 custom links    gsi5 until its check
 *   USER#<id>               CONTACT#<other>  the relation to another user  gsi1 by name, gsi2 by time, gsi2 while blocked, gsi5 with a price
 *   USER#<id>               DRAFT#<other>   an unsent draft to another user  gsi5 by last change
 *   USER#<id>               CONTACTS        the number of contacts, invitations and blocks –
 *   USER#<id>               ASKED#<time>#<other>  who asked to be notified of a place with the user –
 *   USER#<id>               ASKS#<other>    the user asked to be notified of a place with another user –
 *   USER#<id>               PLACE#<event id>  a free place that was offered to those who asked –
 *   USER#<id>               SECURITY_STEP#<event id>  a step of the takeover ladder, and its old channels  –
 *   VIEWS#<user id>         COUNT           how often a profile was viewed    –
 *   VIEWS#<user id>         <yyyy-mm-dd>#<viewer>  one viewer on one day, hashed  –
 *   VIEWS#<user id>         PRESS#<yyyy-mm-dd>#<viewer>  the same, who pressed the contact button –
 *   VIEWS#<user id>         CLICK#<yyyy-mm-dd>#<link>#<viewer>  the same, who opened a link –
 *   ANALYTICS#<user id>     <yyyy-mm-dd>    the visitors and messages of a day, counted –
 *   ANALYTICS#<user id>#PAID  ORDER#<id>    what was counted of a message     –
 *   ANALYTICS#<user id>#PAID  SENDER#<id>   a sender's first counted message  –
 *   ODDS#<user id>          OUTCOMES        how the last orders of a recipient ended –
 *   RELIABILITY#<yyyy-mm>   COUNT#<slot>    counters of the orders that ended in a month –
 *   RELIABILITY#<yyyy-mm>   ORDER#<id>      what was counted of an order    –
 *   FIGURES                 RELIABILITY     the published figures of the platform –
 *   USERNAME#<name>         CLAIM           → user id; also of an earlier name –
 *   PHONE#<e164>            CLAIM           → user id                         –
 *   EMAIL#<hash>            <user id>       an account with a confirmed email address, for the search of the desk –
 *   REFERRAL#<code>         CLAIM           → user id                         –
 *   PASSKEY#<hash>          CLAIM           → the user of the passkey         –
 *   FIND#<text>             <text> <user id>  a search index entry; at most four letters in the partition  –
 *   FIND#<user id>          PLACES          all search index and browsing entries of a user –
 *   BROWSE#<list>           <rank>#<user id>  an entry of a list of browsing  –
 *   BROWSE#SITEMAP#<page>   <user id>       the username of a listed account  –
 *   CODE#<purpose>#<subject>  CODE          a valid code, hashed              –
 *   LIMIT#<what>#<window>   COUNT           the number of calls in a window   –
 *   CHALLENGE#<challenge>   CHALLENGE       a challenge for a proof of work or a passkey, a confirmed action –
 *   CONVERSATION#<id>       CONVERSATION    the paid conversation             gsi1–gsi4 lists, gsi5 when due
 *   CONVERSATION#<id>       CLAIM           when its claim is due             gsi5
 *   CONVERSATION#<id>       MESSAGE#<id>    its messages                      gsi5 by message id
 *   CONVERSATION#<id>       HIDDEN#<author>#<id>  a reply that only its author sees  gsi5 by message id
 *   VERIFY#<id>             ANSWER          what can be checked of an answer  –
 *   ATTACHMENTS#<user id>   <id>            an attachment of a letter, an answer or a reply, sent or not  gsi5 until it is sent, and once it is removed
 *   PUBLICANSWER#<id>       ANSWER          the public copy of a letter and its answer  gsi1 while public, gsi2 by sender, gsi3 by creator
 *   ANSWERWORD#<text>       <word> <id>     a word of a public answer; at most four letters in the partition  –
 *   CHAT#<id>               MESSAGE#<time>  a message of a chat               –
 *   CHAT#<id>               ROOM            the members and their read receipts –
 *   CHAT#<id>               TYPING          the members who are typing        –
 *   CHAT#<id>#FILES         <name>          a file of a chat that nothing shows, or ALL  gsi5 until it is removed
 *   CHATS#<user id>         CHAT#<id>       a chat membership                 gsi5 by last activity
 *   PENDING#<sender>#<recipient>  LOCK      one pending message per pair      gsi5 until its reminder
 *   REQUEST#<user>#<key>    REQUEST         an idempotency key and its result –
 *   WEBHOOK#<id>            WEBHOOK         a webhook event that was applied  –
 *   PLAN_PAYMENT#<invoice>  PLAN_PAYMENT    the refunded part of a plan payment –
 *   RECONCILED              RECONCILED      the progress of the daily reconciliation –
 *   ENTRY#<cause>           ENTRY           a ledger entry, written once      gsi1 of the user, gsi2 of the day
 *   PUSH#<user id>          DEVICE#<hash>   a device with push notifications  –
 *   PUSH#<hash>             CLAIM           → the user of the device          –
 *   PUSH#<event id>         NOTIFIED#<user id>  the devices notified of an event  –
 *   POSTPONED#<user id>     <channel>#<tag>  a notification that waits for the end of quiet hours  gsi5 until then
 *   TEXTED#<event id>       <user id>       a text message sent for an event   –
 *   EMAILED#<event id>      <recipient>     an email sent for an event       –
 *   SUPPRESSED#<hash>       EMAIL           an email address that refuses our messages –
 *   EVENT#<id>              EVENT           a domain event of the outbox      – (read from the stream)
 *   AUDIT#<yyyy-mm>         <time>#<id>     an audit entry, written once      –
 *   USER#<id>               SAVED_REPLIES   the user's saved replies          –
 *   USER#<id>               THANKS#<time>#<conversation>  a thank-you for an answer of the user –
 *   USER#<id>               SHOWN_THANKS    the thank-yous on the user's profile –
 *   USER#<id>               SHOWN_SENTENCE#<conversation>  a thank-you of the user that a profile shows –
 *   USER#<id>               INVITED#<time>#<other>  somebody who joined by the user's invitation –
 *   USER#<id>               EXPORT          the latest copy of the user's data –
 *   USER#<id>               DELETION        the deletion that the user asked for  gsi5 until its next step
 *   USER#<id>               CLAIMS          the number of claims by and against the user –
 *   CASE#<id>               CASE            a case of the desk                gsi5 while it is open, gsi1 and gsi2 by its people
 *   CASE#<id>               LOOK#<staff id> a look of a member of staff at the content of a case or conversation –
 *   CASE#<item>             WORK            who has something at the desk open, and to whom it was handed –
 *   CASE#<item>             SKIPPED#<staff id>  that a member of staff left it for later –
 *   STAFF                   <user id>       a member of staff                 –
 *   CASE#<subject>          MOVED#<yyyy-mm-dd>  what staff moved alone of it on a day –
 *   USER#<id>               STATEMENT#<id>  a statement of reasons            –
 *   USER#<id>               REPORT#<type>#<subject>  the user's latest report of something  –
 *
 * gsi1 the recipient's inbox by last change · a user's ledger · contacts by name · the cases that a user opened
 * gsi2 the same inbox by status · the ledger of a day · contacts by last contact · invitations by time ·
 *      blocked people by time · the cases about a user
 * gsi3 the sender's orders by last change      gsi4 the same by status
 * gsi5 due items, by job and time · single items by another id · open conversations of two people · reports under review ·
 *      help tickets that wait · a user's chats by last activity · a user's drafts by last change · open cases by harm and age ·
 *      contacts with a price of their own (keys only)
 */

export type Key = { readonly pk: string; readonly sk: string };

/** The key of an item of a type, which exists only in the type of the key: a change of the item takes only its attributes. */
export type KeyOf<Stored> = Key & { readonly [STORED]?: Stored };
declare const STORED: unique symbol;

/** What every item can have beside the attributes of its own type: its key, and its keys in the secondary indexes. */
export type KeyAttributes = Key & {
  readonly [Name in `gsi${1 | 2 | 3 | 4 | 5}${'pk' | 'sk'}`]?: string;
};

/** The type of the item under the key of a written item; for a key without such a type, the type of what is written. */
export type StoredUnder<Written> = Written extends { readonly [STORED]?: unknown }
  ? typeof STORED extends keyof Written
    ? Exclude<Written[typeof STORED], undefined>
    : Written
  : Written;

/** The key of an item that was read. */
export const keyOf = <Stored extends Key>({ pk, sk }: Stored): KeyOf<Stored> => ({ pk, sk });

/** A key as one text, for maps. */
export const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/**
 * The leading keys that an IAM policy can name: for each kind of partition or index list, the part before the first `#` and a
 * star, or the whole key if the kind has one partition. IAM does not see sort keys.
 */
export const LEADING_KEYS = {
  user: 'USER#*',
  views: 'VIEWS#*',
  analytics: 'ANALYTICS#*',
  odds: 'ODDS#*',
  reliability: 'RELIABILITY#*',
  figures: 'FIGURES',
  username: 'USERNAME#*',
  phone: 'PHONE#*',
  email: 'EMAIL#*',
  referral: 'REFERRAL#*',
  passkey: 'PASSKEY#*',
  find: 'FIND#*',
  browse: 'BROWSE#*',
  code: 'CODE#*',
  limit: 'LIMIT#*',
  challenge: 'CHALLENGE#*',
  conversation: 'CONVERSATION#*',
  verify: 'VERIFY#*',
  publicAnswer: 'PUBLICANSWER#*',
  answerWord: 'ANSWERWORD#*',
  publicAnswersList: 'ANSWERS#*',
  ownAnswersList: 'OWNANSWERS#*',
  askedAnswersList: 'ASKEDANSWERS#*',
  pending: 'PENDING#*',
  request: 'REQUEST#*',
  attachments: 'ATTACHMENTS#*',
  chat: 'CHAT#*',
  chats: 'CHATS#*',
  webhookEvent: 'WEBHOOK#*',
  planPayment: 'PLAN_PAYMENT#*',
  reconciled: 'RECONCILED',
  entry: 'ENTRY#*',
  push: 'PUSH#*',
  postponed: 'POSTPONED#*',
  texted: 'TEXTED#*',
  emailed: 'EMAILED#*',
  suppressed: 'SUPPRESSED#*',
  event: 'EVENT#*',
  audit: 'AUDIT#*',
  case: 'CASE#*',
  caseList: 'CASES#*',
  staff: 'STAFF',
  reviewList: 'REVIEW',
  ticketList: 'TICKETS',
  duePayouts: 'DUE#PAYOUT',
  inboxList: 'INBOX#*',
  ordersList: 'ORDERS#*',
  ledgerList: 'LEDGER#*',
  contactList: 'CONTACTS#*',
  invitationList: 'INVITATIONS#*',
  blockedList: 'BLOCKED#*',
  draftList: 'DRAFTS#*',
  openList: 'OPEN#*',
  messageIndex: 'MESSAGE#*',
} as const;

const USER = (userId: string) => `USER#${userId}`;
const CONVERSATION = (conversationId: string) => `CONVERSATION#${conversationId}`;

export const userKey = (userId: string): KeyOf<User> => ({ pk: USER(userId), sk: 'USER' });
export const balanceKey = (userId: string): KeyOf<StoredBalance> => ({
  pk: USER(userId),
  sk: 'BALANCE',
});
export const PAYOUT_PREFIX = 'PAYOUT#';
/** `period`: the month that is paid out, `2026-11`. A user has one payout per month. */
export const payoutKey = (userId: string, period: string): KeyOf<Payout> => ({
  pk: USER(userId),
  sk: `${PAYOUT_PREFIX}${period}`,
});
const RECOVERY_PREFIX = 'RECOVERY#';
export const recoveryKey = (userId: string, conversationId: string): KeyOf<Recovery> => ({
  pk: USER(userId),
  sk: `${RECOVERY_PREFIX}${conversationId}`,
});
export const payoutAccountKey = (userId: string): KeyOf<StoredAccount> => ({
  pk: USER(userId),
  sk: 'PAYOUT_ACCOUNT',
});
const PAYOUT_REMINDER = 'PAYOUT_REMINDER';
export const payoutReminderKey = (userId: string): KeyOf<PayoutReminder> => ({
  pk: USER(userId),
  sk: PAYOUT_REMINDER,
});

/** An item of the list `duePayouts`: a balance, a payout, an account that became ready, a reminder, or the recovery of a debt. */
export type DuePayoutItem =
  | { readonly kind: 'BALANCE' | 'ACCOUNT' | 'REMINDER' }
  | { readonly kind: 'RECOVERY'; readonly conversationId: string }
  | { readonly kind: 'PAYOUT'; readonly period: string };

/** Reads from its key which item is due. Throws for any other key. */
export function duePayoutItem({ sk }: Key): DuePayoutItem {
  if (sk === balanceKey('').sk) return { kind: 'BALANCE' };
  if (sk === payoutAccountKey('').sk) return { kind: 'ACCOUNT' };
  if (sk === PAYOUT_REMINDER) return { kind: 'REMINDER' };
  if (sk.startsWith(RECOVERY_PREFIX))
    return { kind: 'RECOVERY', conversationId: sk.slice(RECOVERY_PREFIX.length) };
  if (sk.startsWith(PAYOUT_PREFIX))
    return { kind: 'PAYOUT', period: sk.slice(PAYOUT_PREFIX.length) };
  throw new Error(`nothing of payouts is due under ${sk}`);
}

/** `userId`: the invited user. */
export const referralBonusKey = (userId: string): KeyOf<ReferralItem> => ({
  pk: USER(userId),
  sk: 'REFERRAL',
});
export const textReceiptKey = (eventId: string, userId: string): Key => ({
  pk: `TEXTED#${eventId}`,
  sk: userId,
});
/** `recipient`: the id of a person, or `former` for the address that an account had before. */
export const emailReceiptKey = (eventId: string, recipient: string): Key => ({
  pk: `EMAILED#${eventId}`,
  sk: recipient,
});
/** `hash`: the hash of the address. */
export const suppressedEmailKey = (hash: string): Key => ({
  pk: `SUPPRESSED#${hash}`,
  sk: 'EMAIL',
});
export const notificationSettingsKey = (userId: string): KeyOf<NotificationSettings> => ({
  pk: USER(userId),
  sk: 'NOTIFICATIONS',
});
export const alertsKey = (userId: string): KeyOf<Alerts> => ({ pk: USER(userId), sk: 'ALERTS' });
/** The progress of the daily reconciliation with Stripe: one item. */
export const reconciledKey: Key = { pk: 'RECONCILED', sk: 'RECONCILED' };
export const planPaymentKey = (invoiceId: string): KeyOf<BookedLosses> => ({
  pk: `PLAN_PAYMENT#${invoiceId}`,
  sk: 'PLAN_PAYMENT',
});
export const mailboxKey = (userId: string, mailbox: 'INBOX' | 'ORDERS'): KeyOf<Mailbox> => ({
  pk: USER(userId),
  sk: mailbox,
});
export const monthKey = (userId: string, month: string): KeyOf<Month> => ({
  pk: USER(userId),
  sk: `MONTH#${month}`,
});
export const SESSION_PREFIX = 'SESSION#';
export const sessionKey = (userId: string, sessionId: string): KeyOf<Session> => ({
  pk: USER(userId),
  sk: `${SESSION_PREFIX}${sessionId}`,
});
export const knownDevicesKey = (userId: string): KeyOf<KnownDevices> => ({
  pk: USER(userId),
  sk: 'KNOWN_DEVICES',
});
export const PASSKEY_PREFIX = 'PASSKEY#';
/** `hash`: the hash of the credential id, because a credential id can be longer than a key. */
export const passkeyKey = (userId: string, hash: string): KeyOf<Passkey> => ({
  pk: USER(userId),
  sk: `${PASSKEY_PREFIX}${hash}`,
});
/** The link with which a member of staff adds a passkey that opens the desk. */
export const deskLinkKey = (userId: string): KeyOf<DeskLink> => ({
  pk: USER(userId),
  sk: 'DESK_LINK',
});
/** The claim of a credential, by which a sign-in without a username finds the account. */
export const passkeyClaimKey = (hash: string): KeyOf<PasskeyClaim> => ({
  pk: `${PASSKEY_PREFIX}${hash}`,
  sk: 'CLAIM',
});
export const SECURITY_STEP_PREFIX = 'SECURITY_STEP#';
/** `eventId`: the id of the domain event about the step. */
export const securityStepKey = (userId: string, eventId: string): KeyOf<SecurityStep> => ({
  pk: USER(userId),
  sk: `${SECURITY_STEP_PREFIX}${eventId}`,
});
export const savedRepliesKey = (userId: string): KeyOf<SavedReplies> => ({
  pk: USER(userId),
  sk: 'SAVED_REPLIES',
});
export const THANKS_PREFIX = 'THANKS#';
/** `userId`: the recipient of the conversation. Sorted by when thanks were said. */
export const thanksKey = (
  userId: string,
  at: Instant,
  conversationId: string,
): KeyOf<ListedThanks> => ({
  pk: USER(userId),
  sk: `${THANKS_PREFIX}${toIso(at)}#${conversationId}`,
});
export const shownThanksKey = (userId: string): KeyOf<ShownThanksItem> => ({
  pk: USER(userId),
  sk: 'SHOWN_THANKS',
});
export const SHOWN_SENTENCE_PREFIX = 'SHOWN_SENTENCE#';
/** `userId`: the sender of the conversation. */
export const shownSentenceKey = (userId: string, conversationId: string): KeyOf<ListedThanks> => ({
  pk: USER(userId),
  sk: `${SHOWN_SENTENCE_PREFIX}${conversationId}`,
});
export const ASKED_PREFIX = 'ASKED#';
/** Sorted by time, so that those who have waited longest come first. */
export const askedKey = (ownerId: string, at: Instant, askerId: string): KeyOf<Asking> => ({
  pk: USER(ownerId),
  sk: `${ASKED_PREFIX}${toIso(at)}#${askerId}`,
});
/** The id of the person who asked. */
export const askerIn = ({ sk }: Key): string => sk.slice(sk.lastIndexOf('#') + 1);
export const asksKey = (askerId: string, ownerId: string): KeyOf<Asking> => ({
  pk: USER(askerId),
  sk: `ASKS#${ownerId}`,
});
/** `placeId`: the id of the event that freed the place. */
export const placeKey = (ownerId: string, placeId: string): Key => ({
  pk: USER(ownerId),
  sk: `PLACE#${placeId}`,
});
export const INVITED_PREFIX = 'INVITED#';
/** Sorted by the time at which the invited person joined. */
export const invitedKey = (inviterId: string, at: Instant, invitedId: string): Key => ({
  pk: USER(inviterId),
  sk: `${INVITED_PREFIX}${toIso(at)}#${invitedId}`,
});
export const exportKey = (userId: string): KeyOf<DataExport> => ({
  pk: USER(userId),
  sk: 'EXPORT',
});
/** The block of an account whose consequences are not complete. */
export const unfinishedBlockKey = (userId: string): KeyOf<UnfinishedBlock> => ({
  pk: USER(userId),
  sk: 'BLOCK',
});
export const deletionKey = (userId: string): KeyOf<AccountDeletion> => ({
  pk: USER(userId),
  sk: 'DELETION',
});
export const claimsKey = (userId: string): KeyOf<ClaimCounts> => ({
  pk: USER(userId),
  sk: 'CLAIMS',
});
export const LINK_PREFIX = 'LINK#';
/** `slot`: from 0 up to the limit of links. */
export const linkKey = (userId: string, slot: number): KeyOf<Link> => ({
  pk: USER(userId),
  sk: `${LINK_PREFIX}${String(slot).padStart(2, '0')}`,
});
export const DRAFT_PREFIX = 'DRAFT#';
export const draftKey = (by: string, to: string): KeyOf<Draft> => ({
  pk: USER(by),
  sk: `${DRAFT_PREFIX}${to}`,
});
/** A prefix apart from `DRAFT_PREFIX`, whose items analytics counts. */
const ANSWER_DRAFT_PREFIX = 'ANSWERDRAFT#';
export const answerDraftKey = (
  userId: string,
  conversationId: string,
  kind: string,
): KeyOf<AnswerDraft> => ({
  pk: USER(userId),
  sk: `${ANSWER_DRAFT_PREFIX}${conversationId}#${kind}`,
});
export const answerDraftsOf = (userId: string) => ({
  partition: USER(userId),
  prefix: ANSWER_DRAFT_PREFIX,
});
const ATTACHMENTS_OF = 'ATTACHMENTS#';
export const attachmentPartition = (userId: string) => `${ATTACHMENTS_OF}${userId}`;
export const attachmentKey = (userId: string, id: string): KeyOf<Attachment> => ({
  pk: attachmentPartition(userId),
  sk: id,
});
export const isAttachmentKey = ({ pk }: Key): boolean => pk.startsWith(ATTACHMENTS_OF);
export const draftList = (userId: string) => `DRAFTS#${userId}`;
export const draftSortKey = (recipientId: string, at: Instant) => `${toIso(at)}#${recipientId}`;
const CONTACT_PREFIX = 'CONTACT#';
/** The relation of two people, as one of them sees it. It is stored on both sides or on neither. */
export const contactKey = (userId: string, otherId: string): KeyOf<ContactRelation> => ({
  pk: USER(userId),
  sk: `${CONTACT_PREFIX}${otherId}`,
});
/** The id of the other person. */
export const contactIn = ({ sk }: Key): string => sk.slice(CONTACT_PREFIX.length);
export const contactCountKey = (userId: string): KeyOf<ContactCounts> => ({
  pk: USER(userId),
  sk: 'CONTACTS',
});
export const userPartition = USER;
/** The id of the user whose partition the item is in. */
export const userIn = ({ pk }: Key): string => pk.slice(USER('').length);

/* A partition apart from the user's own, so that IAM can limit the subscriber that writes outcomes to it. */
export const oddsKey = (userId: string): KeyOf<StoredOutcomes> => ({
  pk: `ODDS#${userId}`,
  sk: 'OUTCOMES',
});

/* Partitions apart from all others, so that IAM can limit who counts, who publishes and who reads what is published. */
export const reliabilityPartition = (month: string) => `RELIABILITY#${month}`;
export const RELIABILITY_COUNT_PREFIX = 'COUNT#';
/** `slot`: several items share the counting of a month, so that orders that end at once rarely conflict. */
export const reliabilityCountKey = (month: string, slot: string): KeyOf<Counts> => ({
  pk: reliabilityPartition(month),
  sk: `${RELIABILITY_COUNT_PREFIX}${slot}`,
});
export const countedOrderKey = (month: string, conversationId: string): KeyOf<Counted> => ({
  pk: reliabilityPartition(month),
  sk: `ORDER#${conversationId}`,
});
export const reliabilityFiguresKey: Key = { pk: 'FIGURES', sk: 'RELIABILITY' };

export const usernameKey = (username: string): KeyOf<Claim> => ({
  pk: `USERNAME#${username}`,
  sk: 'CLAIM',
});
export const phoneKey = (phoneNumber: string): KeyOf<Claim> => ({
  pk: `PHONE#${phoneNumber}`,
  sk: 'CLAIM',
});
export const emailPartition = (hash: string) => `EMAIL#${hash}`;
export const emailKey = (hash: string, userId: string): Key => ({
  pk: emailPartition(hash),
  sk: userId,
});
export const referralKey = (code: string): KeyOf<Claim> => ({
  pk: `REFERRAL#${code}`,
  sk: 'CLAIM',
});

/*
 * Search index entries. Entries that begin with the same four letters share a partition; a shorter text has its own. IAM limits the
 * functions that write names to these partitions.
 */
const FIND_PREFIX = 'FIND#';
export const searchPartition = (beginning: string) => `${FIND_PREFIX}${beginning}`;
/** A space sorts before every letter, so a search for `anna` lists people with exactly this name first. */
export const searchEntryKey = (beginning: string, place: string, userId: string): Key => ({
  pk: searchPartition(beginning),
  sk: `${place} ${userId}`,
});
/** The indexed text of such a sort key. The user id is at its end. */
export const entryText = (sk: string): string => sk.slice(0, sk.lastIndexOf(' '));
export const entryUserId = (sk: string): string => sk.slice(sk.lastIndexOf(' ') + 1);
export const searchRecordKey = (userId: string): KeyOf<IndexRecord> => ({
  pk: `${FIND_PREFIX}${userId}`,
  sk: 'PLACES',
});

/* The lists of browsing, apart from the search index, so that IAM keeps what anybody may call away from the names in it. */
export const browsePartition = (list: string) => `BROWSE#${list}`;
/** `at`: the rank and the user id. */
export const browseKey = (list: string, at: string): Key => ({ pk: browsePartition(list), sk: at });

/** The list of the accounts on a page of the sitemap. */
export const sitemapList = (page: number) => `SITEMAP#${String(page).padStart(2, '0')}`;

export const codeKey = (purpose: string, subject: string): KeyOf<CodeItem> => ({
  pk: `CODE#${purpose}#${subject}`,
  sk: 'CODE',
});

/** `window`: the number of the fixed time window since the epoch. */
export const limitKey = (what: string, window: number): KeyOf<CallCounts> => ({
  pk: `LIMIT#${what}#${window}`,
  sk: 'COUNT',
});

/** The key of a challenge of either kind, or of a confirmation. */
export const challengeKey = <Stored extends PasskeyChallenge | ProofOfWorkChallenge>(
  challenge: string,
): KeyOf<Stored> => ({ pk: `CHALLENGE#${challenge}`, sk: 'CHALLENGE' });

export const conversationKey = (conversationId: string): KeyOf<Conversation> => ({
  pk: CONVERSATION(conversationId),
  sk: 'CONVERSATION',
});
export const claimDueKey = (conversationId: string): Key => ({
  pk: CONVERSATION(conversationId),
  sk: 'CLAIM',
});
export const conversationPartition = CONVERSATION;
/** The place of an id among the items of a partition whose sort keys have a prefix. It need not exist. */
export const positionIn = (partition: string, prefix: string, id: string): Key => ({
  pk: partition,
  sk: `${prefix}${id}`,
});
export const MESSAGE_PREFIX = 'MESSAGE#';
export const messageKey = (conversationId: string, messageId: string): KeyOf<Message> => ({
  pk: CONVERSATION(conversationId),
  sk: `${MESSAGE_PREFIX}${messageId}`,
});
/** The start of the sort keys of an author's replies that the other side does not see. */
export const hiddenPrefix = (authorId: string) => `HIDDEN#${authorId}#`;
export const hiddenReplyKey = (
  conversationId: string,
  authorId: string,
  messageId: string,
): Key => ({
  pk: CONVERSATION(conversationId),
  sk: `${hiddenPrefix(authorId)}${messageId}`,
});
/*
 * A partition apart from the conversation, so that IAM keeps the public page that checks an answer away from its text. `id`: random,
 * and in no other key.
 */
export const verificationKey = (id: string): KeyOf<Verification> => ({
  pk: `VERIFY#${id}`,
  sk: 'ANSWER',
});
const PUBLIC_ANSWER_PREFIX = 'PUBLICANSWER#';
/* Partitions apart from the conversation, so that IAM keeps the public pages away from letters. `id`: random, and in no other key. */
export const publicAnswerKey = (id: string): KeyOf<PublicCopy> => ({
  pk: `${PUBLIC_ANSWER_PREFIX}${id}`,
  sk: 'ANSWER',
});
/** The id of the public answer whose partition the item is in. */
export const publicAnswerIn = ({ pk }: Key): string => pk.slice(PUBLIC_ANSWER_PREFIX.length);
export const answerWordPartition = (beginning: string) => `ANSWERWORD#${beginning}`;
export const answerWordKey = (beginning: string, word: string, id: string): Key => ({
  pk: answerWordPartition(beginning),
  sk: `${word} ${id}`,
});
export const pendingKey = (senderId: string, recipientId: string): KeyOf<PairLock> => ({
  pk: `PENDING#${senderId}#${recipientId}`,
  sk: 'LOCK',
});
export const requestKey = (userId: string, idempotencyKey: string): KeyOf<Request> => ({
  pk: `REQUEST#${userId}#${idempotencyKey}`,
  sk: 'REQUEST',
});

/** A webhook event of Stripe. */
export const webhookEventKey = (eventId: string): Key => ({
  pk: `WEBHOOK#${eventId}`,
  sk: 'WEBHOOK',
});

/** `cause`: what caused the entry, `answered:<conversation>`. A cause can be booked only once. */
export const entryKey = (cause: string): Key => ({ pk: `ENTRY#${cause}`, sk: 'ENTRY' });

/* Partitions apart from the user's own, so that IAM can limit the functions that send notifications to them. */
const PUSH_PREFIX = 'PUSH#';
export const devicePartition = (userId: string) => `${PUSH_PREFIX}${userId}`;
export const DEVICE_PREFIX = 'DEVICE#';
/** `hash`: the hash of the address at the push service. The address is a secret of the device. */
export const deviceKey = (userId: string, hash: string): KeyOf<Device> => ({
  pk: devicePartition(userId),
  sk: `${DEVICE_PREFIX}${hash}`,
});
export const deviceClaimKey = (hash: string): KeyOf<DeviceClaim> => ({
  pk: `${PUSH_PREFIX}${hash}`,
  sk: 'CLAIM',
});
export const notifiedKey = (eventId: string, userId: string): KeyOf<Notified> => ({
  pk: `${PUSH_PREFIX}${eventId}`,
  sk: `NOTIFIED#${userId}`,
});

/* A partition apart from the devices, so that IAM can limit the functions that only postpone to it. */
export const postponedKey = (
  userId: string,
  channel: string,
  tag: string,
): KeyOf<PostponedItem> => ({
  pk: `POSTPONED#${userId}`,
  sk: `${channel}#${tag}`,
});

export const EVENT_PREFIX = 'EVENT#';
export const eventKey = (eventId: string): Key => ({
  pk: `${EVENT_PREFIX}${eventId}`,
  sk: 'EVENT',
});

/* The audit log, by month. Operators' commands and functions with the capability `audit.append` add entries. */
const AUDIT_PREFIX = 'AUDIT#';
export const auditPartition = (month: string) => `${AUDIT_PREFIX}${month}`;
export const auditKey = (at: Instant, id: string): Key => ({
  pk: auditPartition(monthOf(at)),
  sk: `${toIso(at)}#${id}`,
});

export const caseKey = (id: string): KeyOf<Case> => ({ pk: `CASE#${id}`, sk: 'CASE' });
/** `about`: the id of a case or a conversation. */
export const lookKey = (about: string, staffId: string): Key => ({
  pk: caseKey(about).pk,
  sk: `LOOK#${staffId}`,
});
/** Who works on something at the desk. `item`: the id of a case, a conversation or an account. */
export const deskWorkKey = (item: string): KeyOf<Work> => ({ pk: caseKey(item).pk, sk: 'WORK' });
export const skippedKey = (item: string, staffId: string): Key => ({
  pk: caseKey(item).pk,
  sk: `SKIPPED#${staffId}`,
});
/** The list of the members of staff. */
export const STAFF_PARTITION = 'STAFF';
export const staffKey = (userId: string): Key => ({ pk: STAFF_PARTITION, sk: userId });
/** What staff moved alone of a conversation or an account on a day. */
export const movedAloneKey = (subjectId: string, day: string): KeyOf<MovedAlone> => ({
  pk: `CASE#${subjectId}`,
  sk: `MOVED#${day}`,
});
export const STATEMENT_PREFIX = 'STATEMENT#';
export const statementKey = (userId: string, id: string): KeyOf<Statement> => ({
  pk: USER(userId),
  sk: `${STATEMENT_PREFIX}${id}`,
});

/** A person's latest report of something: a second one needs the first to be decided. */
export const reportKey = (userId: string, type: string, subjectId: string): KeyOf<Report> => ({
  pk: USER(userId),
  sk: `REPORT#${type}#${subjectId}`,
});

/*
 * The sort keys of a chat are ordered so that one query returns the messages after a given one, then the room, then the typing
 * members.
 */
const CHAT_PREFIX = 'CHAT#';
export const chatPartition = (chatId: string) => `${CHAT_PREFIX}${chatId}`;
export const chatMessageKey = (chatId: string, sentAt: Instant): KeyOf<ChatMessage> => ({
  pk: chatPartition(chatId),
  sk: `${MESSAGE_PREFIX}${toIso(sentAt)}`,
});
/** A sort key after every message of a chat and before its room. */
export const AFTER_MESSAGES = `${MESSAGE_PREFIX}~`;
export const roomKey = (chatId: string): KeyOf<Room> => ({ pk: chatPartition(chatId), sk: 'ROOM' });
const FILES_SUFFIX = '#FILES';
/** Apart from the chat, so that polls do not read it. `name`: the name of the file, or ALL. */
export const unusedFilesKey = (chatId: string, name: string): KeyOf<UnusedFiles> => ({
  pk: `${chatPartition(chatId)}${FILES_SUFFIX}`,
  sk: name,
});
export const isUnusedFilesKey = ({ pk }: Key): boolean => pk.endsWith(FILES_SUFFIX);
export const typingKey = (chatId: string): KeyOf<Typists> => ({
  pk: chatPartition(chatId),
  sk: 'TYPING',
});

/* A partition apart from the user's own, so that IAM can limit the functions that reorder chats to it. */
const CHATS_PREFIX = 'CHATS#';
export const chatList = (userId: string) => `${CHATS_PREFIX}${userId}`;
export const chatMembershipKey = (userId: string, chatId: string): KeyOf<StoredMembership> => ({
  pk: chatList(userId),
  sk: chatPartition(chatId),
});
/** The index keys of a chat in a person's list. `otherId`: the other member of a direct chat. */
export const chatMembershipIndex = (
  userId: string,
  { chatId, otherId, at }: { chatId: string; otherId: string | undefined; at: Instant },
) => ({
  gsi5pk: chatList(userId),
  gsi5sk: [toIso(at), chatId, ...(otherId ? [otherId] : [])].join('#'),
});
