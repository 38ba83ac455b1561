import { edit, firstSeed, type PlantedFault } from './fault.ts';

/*
 * Faults in the handling of DynamoDB's transient faults. They show that each retry, each of its tries, each consistent read, and
 * each check for repeated records and stale indexes is needed.
 */

const TABLE = 'functions/storage/table.ts';
const COUNTED_BEFORE = "if (before && before.version >= version) return 'done';";
const DIFFERENCE = 'difference(before?.counts ?? {}, counts)';

export const TRANSIENT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a throttled request is repeated once less',
    file: 'functions/storage/dynamodb.ts',
    edits: [edit('tries: 4, timeout: 5_000 }', 'tries: 3, timeout: 5_000 }')],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(4),
  },
  {
    name: 'a write to a busy item fails',
    file: TABLE,
    edits: [edit("if (isAwsError(fault, 'TransactionConflictException')) return true;", '')],
    caughtBy: ['noUnexpectedErrors'],
  },
  {
    name: 'a write to a busy item is repeated once less',
    file: TABLE,
    edits: [edit('const BUSY_ATTEMPTS = 6;', 'const BUSY_ATTEMPTS = 5;')],
    caughtBy: ['noUnexpectedErrors'],
  },
  {
    name: 'a transaction that conflicts with another fails',
    file: TABLE,
    edits: [edit("const PASSING_REASONS = ['TransactionConflict', ", 'const PASSING_REASONS = [')],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(4),
  },
  {
    name: 'a transaction of which a part is throttled fails',
    file: TABLE,
    edits: [edit("['TransactionConflict', 'ThrottlingError', ", "['TransactionConflict', ")],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(4),
  },
  {
    name: 'a transaction of which a part has no capacity fails',
    file: TABLE,
    edits: [edit(", 'ProvisionedThroughputExceeded'];", '];')],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(4),
  },
  {
    name: 'keys that a batch left over are not read',
    file: TABLE,
    edits: [edit('wanted = (UnprocessedKeys[tableName()]?.Keys ?? []) as Key[];', 'wanted = [];')],
    caughtBy: [
      'payoutAccountsFollowStripe',
      'noUnexpectedErrors',
      'draftsAreRemovedForAReason',
      'nothingIsOverdue',
    ],
    arguments: firstSeed(75),
  },
  {
    name: 'an item is read without ConsistentRead',
    file: TABLE,
    edits: [edit("Key: key,\n        ConsistentRead: consistency !== 'eventual',", 'Key: key,')],
    caughtBy: ['eventsAreDelivered', 'noUnexpectedErrors'],
  },
  {
    name: 'a batch is read without ConsistentRead',
    file: TABLE,
    edits: [edit("Keys: wanted, ConsistentRead: consistency !== 'eventual'", 'Keys: wanted')],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(50),
  },
  {
    name: 'a repeated event is counted again in the figures of the platform',
    file: 'functions/storage/profiles/reliability.ts',
    edits: [edit(COUNTED_BEFORE, ''), edit(DIFFERENCE, 'difference({}, counts)')],
    caughtBy: ['reliabilityCountsMatch'],
    arguments: firstSeed(40),
  },
  {
    name: 'a repeated event is counted again in the analytics of a person',
    file: 'functions/storage/profiles/analytics.ts',
    edits: [edit(COUNTED_BEFORE, ''), edit(DIFFERENCE, 'difference({}, counts)')],
    caughtBy: ['analyticsCountsMatch'],
    arguments: firstSeed(2),
  },
  {
    name: 'a balance that a stale index still lists is decided before its payday',
    file: 'functions/payouts/payouts.ts',
    edits: [edit('if (!owed || owed.dueAt > now) return;', 'if (!owed) return;')],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(2),
  },
];
