/*
 * The definition of the DynamoDB table, for CDK and for the local engine. functions/storage/keys.ts documents the content
 * of its indexes.
 */

/**
 * The attributes of a list row. They are projected into the list indexes, so that a page needs a single query. DynamoDB
 * allows 20 projected attributes per index and 100 per table: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Projection.html
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

/** The attributes of a ledger entry. Its time and cause are part of the sort keys. */
const LEDGER = ['postings', 'conversationId'] as const;

/** Each person's delivery time is projected only into their own lists, so that setting it updates two indexes instead of four. */
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
  /** Epoch seconds. DynamoDB removes expired items days later, so readers must check it too. */
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
