/*
 * The one table, described once: CDK deploys it and the local engine creates it from here.
 * What the indexes hold stands in functions/storage/keys.ts.
 */

/** Attributes that a list row needs; projected into the list indexes so that a page is one narrow read. */
export const LIST_ATTRIBUTES = [
  'id',
  'kind',
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
  'senderDeliveredAt',
  'senderReadAt',
  'recipientDeliveredAt',
  'recipientReadAt',
  'net',
  'at',
  'cause',
  'postings',
  'conversationId',
] as const;

type Index = { readonly name: string; readonly partitionKey: string; readonly sortKey: string } & (
  | { readonly projection: 'KEYS_ONLY' }
  | { readonly projection: 'INCLUDE'; readonly attributes: readonly string[] }
);

const listIndex = (name: string): Index => ({
  name,
  partitionKey: `${name}pk`,
  sortKey: `${name}sk`,
  projection: 'INCLUDE',
  attributes: LIST_ATTRIBUTES,
});

export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds; engines remove expired items late or never, so readers check it too. */
  timeToLive: 'expiresAt',
  stream: 'NEW_IMAGE',
  indexes: [
    listIndex('gsi1'),
    listIndex('gsi2'),
    listIndex('gsi3'),
    listIndex('gsi4'),
    { name: 'gsi5', partitionKey: 'gsi5pk', sortKey: 'gsi5sk', projection: 'KEYS_ONLY' },
  ] as readonly Index[],
} as const;
