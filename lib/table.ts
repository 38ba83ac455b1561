/*
 * The one table, described once: CDK deploys it and the local engine creates it from here.
 * What the indexes hold stands in functions/storage/keys.ts.
 */

/**
 * Attributes that every list row needs; projected into the list indexes so that a page is one narrow read. DynamoDB takes 20
 * an index and 100 together: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Projection.html
 */
const ROW = [
  'id',
  'status',
  'subject',
  'sender',
  'recipient',
  'price',
  'feeTerms',
  'money',
  'reasonCode',
  'paidAt',
  'deadlineAt',
  'modifiedAt',
  'lastMessageBy',
  'lastMessageAt',
  'senderReadAt',
  'recipientReadAt',
  'net',
] as const;

/** When it was booked, and why, is in the sort keys already. */
const LEDGER = ['postings', 'conversationId'] as const;

/** What was delivered to a side shows in its own lists alone, so marking it writes two index entries and not four. */
const RECIPIENTS = [...ROW, 'recipientDeliveredAt', ...LEDGER] as const;
const SENDERS = [...ROW, 'senderDeliveredAt'] as const;

type Index = { readonly name: string; readonly partitionKey: string; readonly sortKey: string } & (
  | { readonly projection: 'KEYS_ONLY' }
  | { readonly projection: 'INCLUDE'; readonly attributes: readonly string[] }
);

const listIndex = (name: string, attributes: readonly string[]): Index => ({
  name,
  partitionKey: `${name}pk`,
  sortKey: `${name}sk`,
  projection: 'INCLUDE',
  attributes,
});

export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds; engines remove expired items late or never, so readers check it too. */
  timeToLive: 'expiresAt',
  stream: 'NEW_IMAGE',
  indexes: [
    listIndex('gsi1', RECIPIENTS),
    listIndex('gsi2', RECIPIENTS),
    listIndex('gsi3', SENDERS),
    listIndex('gsi4', SENDERS),
    { name: 'gsi5', partitionKey: 'gsi5pk', sortKey: 'gsi5sk', projection: 'KEYS_ONLY' },
  ] as readonly Index[],
} as const;
