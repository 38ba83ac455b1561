import type { Permission } from '#shared/api/function-definition.ts';
import type { Use } from '#shared/api/operation.ts';
import type { DueList } from '#shared/api/schedules.ts';
import type { SecretName } from '#shared/secret-names.ts';
import { dueList } from './storage/index-keys.ts';
import { LEADING_KEYS } from './storage/keys.ts';
import type { IndexName } from './storage/table.ts';

/*
 * The policy of each capability: everything that its storage module or gateway can request from AWS, including on rare paths. A
 * capability for the table covers whole partitions, because IAM compares leading keys and does not see sort keys: an account
 * and the sessions, links, contacts, drafts and payouts of the same person are one capability.
 *
 * Nothing here is bundled into a function. lib/permissions/policies.ts combines these into the policy of a function.
 */

type Policy = readonly Permission[];

/** A condition check in a transaction reveals no more than a read. */
const READS = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

const inTable = (actions: readonly string[], ...keys: readonly string[]): Policy =>
  actions.flatMap((action) => keys.map((of) => ({ action: `dynamodb:${action}`, of })));
const inIndex = (index: IndexName, ...lists: readonly string[]): Policy =>
  inTable([`Query on ${index}`], ...lists);
const allow = (action: string, ...resources: readonly string[]): Policy =>
  resources.map((of) => ({ action, of }));
const secret = (name: SecretName): Policy => allow('secretsmanager:GetSecretValue', name);

const {
  blockedList,
  contactList,
  conversation,
  draftList,
  inboxList,
  invitationList,
  ledgerList,
  messageIndex,
  openList,
  publicAnswersList,
  ownAnswersList,
  askedAnswersList,
  ordersList,
  ...keys
} = LEADING_KEYS;

const readAccounts = [
  ...inTable(READS, keys.user),
  ...inIndex('gsi1', contactList),
  ...inIndex('gsi2', contactList, invitationList, blockedList),
  ...inIndex('gsi5', contactList, draftList),
];
const readUsernames = inTable(READS, keys.username, keys.referral);
const readPhoneNumbers = inTable(READS, keys.phone);
const readPasskeys = inTable(READS, keys.passkey);
const readConversations = [
  ...inTable(READS, conversation, keys.pending),
  ...inIndex('gsi1', inboxList),
  ...inIndex('gsi2', inboxList),
  ...inIndex('gsi3', ordersList),
  ...inIndex('gsi4', ordersList),
  ...inIndex('gsi5', messageIndex, openList),
];
const readChats = [...inTable(READS, keys.chat, keys.chats), ...inIndex('gsi5', keys.chats)];
const readPublicAnswers = [
  ...inTable(READS, keys.publicAnswer),
  ...inTable(['Query'], keys.answerWord),
  ...inIndex('gsi1', publicAnswersList),
  ...inIndex('gsi2', askedAnswersList),
  ...inIndex('gsi3', ownAnswersList),
];
const readCases = [
  ...inTable(READS, keys.case, keys.staff),
  ...inIndex('gsi1', keys.caseList),
  ...inIndex('gsi2', keys.caseList),
  ...inIndex('gsi5', keys.caseList),
];
const readAndWrite = (...families: readonly string[]): Policy =>
  inTable([...READS, ...WRITES], ...families);

/** Permissions that follow from other parts of a function's definition; see lib/permissions/policies.ts. */
export const SESSION_CHECK: Policy = inTable(['BatchGetItem'], keys.user);
export const CALL_LIMITS: Policy = inTable(['UpdateItem', 'BatchGetItem'], keys.limit);
export const IDEMPOTENCY_KEYS: Policy = readAndWrite(keys.request);
export const listOfDue = (list: DueList): Policy => inIndex('gsi5', dueList(list));

/** The prefixes of the pictures of people and of chats in the media bucket (gateways/media.ts). */
const PICTURES_OF_PEOPLE = ['avatars/*', 'bios/*'];
/** The photos of groups. */
const PHOTOS_OF_CHATS = ['chats/*'];
/** The pictures of messages, which CloudFront cannot read. */
export const PICTURES_OF_MESSAGES = ['messages/*'];
export const PICTURES = [...PICTURES_OF_PEOPLE, ...PHOTOS_OF_CHATS];
/** The prefix of the files with people's data in the same bucket, which CloudFront cannot read. */
export const EXPORTS = 'exports/*';
/** The prefixes of uploaded attachments before and after their check, neither of which CloudFront can read. */
export const UPLOADS = 'uploads/*';
export const ATTACHMENTS = 'attachments/*';

const storePictures = (folders: readonly string[]): Policy =>
  folders.flatMap((folder) => [
    ...allow('s3:PutObject', `media/${folder}`),
    ...allow('s3:DeleteObject', `media/${folder}`),
  ]);

export const CAPABILITY_POLICIES: Readonly<Record<Use, Policy>> = {
  'accounts.read': readAccounts,
  'accounts.write': [...readAccounts, ...inTable(WRITES, keys.user)],
  'accounts.delete': [
    ...inTable(['DeleteItem'], keys.odds, keys.analytics),
    ...inTable(['Query'], keys.analytics),
  ],
  'usernames.read': readUsernames,
  'usernames.write': [...readUsernames, ...inTable(WRITES, keys.username, keys.referral)],
  'phoneNumbers.read': readPhoneNumbers,
  'phoneNumbers.write': [...readPhoneNumbers, ...inTable(WRITES, keys.phone)],
  'emails.read': inTable(['Query'], keys.email),
  'emails.write': inTable(['PutItem', 'DeleteItem'], keys.email),
  'passkeys.read': readPasskeys,
  'passkeys.write': [...readPasskeys, ...inTable(WRITES, keys.passkey)],
  'codes.write': readAndWrite(keys.code, keys.challenge),
  'limits.count': CALL_LIMITS,
  'conversations.read': readConversations,
  'conversations.write': [
    ...readConversations,
    ...inTable(WRITES, conversation, keys.pending),
    // A change of the conversation can end what is public of it, in the same transaction.
    ...inTable(['PutItem', 'UpdateItem'], keys.publicAnswer),
  ],
  'publicAnswers.read': readPublicAnswers,
  'publicAnswers.write': [...readPublicAnswers, ...inTable(['UpdateItem'], keys.publicAnswer)],
  'publicAnswers.index': [
    ...inTable(['GetItem'], keys.publicAnswer),
    ...inTable(['PutItem', 'DeleteItem'], keys.answerWord),
  ],
  'verifications.read': inTable(['GetItem'], keys.verify),
  'verifications.write': inTable(['GetItem', ...WRITES], keys.verify),
  'requests.write': IDEMPOTENCY_KEYS,
  'chats.read': readChats,
  'chats.write': [...readChats, ...inTable(WRITES, keys.chat, keys.chats)],
  'chats.mark': inTable(['UpdateItem'], keys.chat),
  'chats.move': inTable(['UpdateItem'], keys.chats),
  // lib/cloud/permissions.ts also limits it to the attributes of the position in a list.
  'contacts.move': inTable(['UpdateItem'], keys.user),
  'search.read': inTable(READS, keys.find),
  'search.write': readAndWrite(keys.find, keys.browse),
  'browse.read': inTable(['Query'], keys.browse),
  'views.read': inTable(READS, keys.views),
  'views.record': inTable([...READS, 'PutItem'], keys.views),
  'views.count': inTable(['UpdateItem'], keys.views, keys.analytics),
  'analytics.count': inTable(['GetItem', 'PutItem', 'UpdateItem'], keys.analytics),
  'analytics.read': inTable(['Query'], keys.analytics),
  'odds.read': inTable(READS, keys.odds),
  'odds.write': inTable(['GetItem', 'PutItem'], keys.odds),
  'reliability.count': inTable(['GetItem', 'PutItem', 'UpdateItem'], keys.reliability),
  'reliability.publish': [
    ...inTable(['Query'], keys.reliability),
    ...inTable(['PutItem'], keys.figures),
  ],
  'reliability.read': inTable(['GetItem'], keys.figures),
  'devices.read': inTable(READS, keys.push),
  'devices.write': readAndWrite(keys.push),
  'ledger.read': [
    ...inTable(READS, keys.entry),
    ...inIndex('gsi1', ledgerList),
    ...inIndex('gsi2', ledgerList),
  ],
  'ledger.append': inTable(['PutItem'], keys.entry),
  'events.append': inTable(['PutItem'], keys.event),
  'cases.read': readCases,
  'cases.write': [...readCases, ...inTable(WRITES, keys.case)],
  'cases.close': inTable(['UpdateItem'], keys.case),
  'queues.read': inIndex('gsi5', keys.reviewList, keys.ticketList, keys.duePayouts),
  'audit.append': inTable(['PutItem'], keys.audit),
  'planPayments.read': inTable(['BatchGetItem'], keys.planPayment),
  'webhookEvents.write': readAndWrite(keys.webhookEvent, keys.planPayment),
  'reconciliation.write': [...readAndWrite(keys.reconciled), ...inTable(READS, keys.planPayment)],
  'postponed.write': readAndWrite(keys.postponed),
  'textReceipts.read': inTable(READS, keys.texted),
  'textReceipts.write': readAndWrite(keys.texted),
  'emailReceipts.read': inTable(READS, keys.emailed),
  'emailReceipts.write': readAndWrite(keys.emailed),
  'suppressedEmails.read': inTable(['GetItem'], keys.suppressed),
  'suppressedEmails.write': inTable(['GetItem', 'PutItem', 'DeleteItem'], keys.suppressed),
  // These call Stripe.
  payments: secret('stripeKey'),
  disputes: secret('stripeKey'),
  cards: secret('stripeKey'),
  subscriptions: secret('stripeKey'),
  statements: secret('stripeKey'),
  payouts: secret('stripeKey'),
  // It reaches the open web, and needs nothing of AWS.
  'web.fetch': [],
  push: secret('hashKey'),
  tokenKeys: secret('tokenKeys'),
  hashKey: secret('hashKey'),
  publishableKey: secret('publishableKey'),
  webhookSecrets: secret('webhookSecrets'),
  live: allow('appsync:EventPublish', 'channels of people'),
  sms: allow('sns:Publish', 'phone numbers'),
  'email.send': allow('ses:SendEmail', 'email identity'),
  media: storePictures(PICTURES_OF_PEOPLE),
  chatPictures: storePictures([...PHOTOS_OF_CHATS, ...PICTURES_OF_MESSAGES]),
  'chatPictures.read': PICTURES_OF_MESSAGES.flatMap((folder) =>
    allow('s3:GetObject', `media/${folder}`),
  ),
  'attachments.read': inTable(READS, keys.attachments),
  'attachments.write': readAndWrite(keys.attachments),
  // The function signs a form with its role, so S3 stores what is sent with it.
  'attachmentFiles.upload': allow('s3:PutObject', `media/${UPLOADS}`),
  'attachmentFiles.link': allow('s3:GetObject', `media/${ATTACHMENTS}`),
  'attachmentFiles.check': [
    ...allow('s3:GetObject', `media/${UPLOADS}`),
    ...allow('s3:PutObject', `media/${ATTACHMENTS}`),
    ...allow('s3:DeleteObject', `media/${UPLOADS}`),
  ],
  'attachmentFiles.remove': allow('s3:DeleteObject', `media/${UPLOADS}`, `media/${ATTACHMENTS}`),
  'exports.keep': allow('s3:PutObject', `media/${EXPORTS}`),
  // The function signs a link with its role, so S3 gives the file to whoever opens the link.
  'exports.link': allow('s3:GetObject', `media/${EXPORTS}`),
};
