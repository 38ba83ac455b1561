import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  CHAT_LEADING_KEYS,
  CHATS_LEADING_KEYS,
  ENTRY_LEADING_KEYS,
  FIND_LEADING_KEYS,
  LIMIT_LEADING_KEYS,
  PLACE_OF_CONTACT,
  PUSH_LEADING_KEYS,
  USER_LEADING_KEYS,
  VIEWS_LEADING_KEYS,
} from '../../functions/storage/keys.ts';
import type { Limit, Use, Who } from '../../shared/api/operation.ts';
import type { DataStack } from './data.ts';

/*
 * From what a definition says to what IAM allows. Actions and resources by name, never a managed policy and never
 * Scan: a function can do what it asked for, and a reader of this page knows what that is.
 */

/** What decides the permissions of a function. */
export type Asking = {
  readonly uses: readonly Use[];
  /** Absent for functions that nobody calls over HTTP. */
  readonly who?: Who;
  readonly knowsCaller?: true;
  readonly limits?: readonly Limit[];
};

export function permissions(asking: Asking, data: DataStack): PolicyStatement[] {
  const { uses, limits = [] } = asking;
  const writes = uses.includes('table.write');
  const statements: PolicyStatement[] = [];
  if (writes || uses.includes('table.read')) statements.push(...readTable(data));
  if (writes) statements.push(writeTable(data));
  else if (limits.length > 0) statements.push(countCalls(data));
  if (uses.includes('views')) statements.push(countViews(data));
  if (uses.includes('marks')) statements.push(markChats(data));
  if (uses.includes('seats')) statements.push(moveSeats(data));
  if (uses.includes('contactPlaces')) statements.push(moveContacts(data));
  if (uses.includes('places')) statements.push(movePlaces(data));
  if (uses.includes('devices')) statements.push(keepDevices(data));
  if (statements.some(mayChangeItems)) statements.push(keepLedger(data));
  if (readsSecrets(asking)) statements.push(readSecrets(data));
  if (uses.includes('sms')) statements.push(sendTextMessages());
  if (uses.includes('media')) statements.push(keepPictures(data));
  return statements;
}

const mayChangeItems = ({ actions }: PolicyStatement) =>
  actions.includes('dynamodb:UpdateItem') || actions.includes('dynamodb:DeleteItem');

/** Uses that begin with a key nobody else may have. */
const KEPT_SECRET: readonly Use[] = [
  'secrets',
  'payments',
  'cards',
  'subscriptions',
  'statements',
  'payouts',
  'push',
];

/** Whoever checks a token needs the key that signed it; whoever pays needs the provider's. */
function readsSecrets({ who = 'anyone', knowsCaller, uses }: Asking): boolean {
  return who !== 'anyone' || knowsCaller || uses.some((use) => KEPT_SECRET.includes(use));
}

const readTable = ({ table }: DataStack) => [
  allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], [table.tableArn]),
  allow(
    ['dynamodb:Query'],
    table.indexNames.map((index) => `${table.tableArn}/index/${index}`),
  ),
];

const writeTable = ({ table }: DataStack) =>
  allow(
    [
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ],
    [table.tableArn],
  );

/** Who may only read still counts the calls of others, and nothing else. */
const countCalls = ({ table }: DataStack) =>
  allow(['dynamodb:UpdateItem'], [table.tableArn], onlyUnder(LIMIT_LEADING_KEYS));

const countViews = ({ table }: DataStack) =>
  allow(
    ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    [table.tableArn],
    onlyUnder(VIEWS_LEADING_KEYS),
  );

const markChats = ({ table }: DataStack) =>
  allow(['dynamodb:UpdateItem'], [table.tableArn], onlyUnder(CHAT_LEADING_KEYS));

const moveSeats = ({ table }: DataStack) =>
  allow(['dynamodb:UpdateItem'], [table.tableArn], onlyUnder(CHATS_LEADING_KEYS));

/** Contacts stand in the partition of the account, so the attributes are fenced too: no plan, no phone number, no money. */
const moveContacts = ({ table }: DataStack) =>
  allow(['dynamodb:UpdateItem'], [table.tableArn], {
    ...onlyUnder(USER_LEADING_KEYS),
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...PLACE_OF_CONTACT] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
  });

const movePlaces = ({ table }: DataStack) =>
  allow(
    ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
    [table.tableArn],
    onlyUnder(FIND_LEADING_KEYS),
  );

const keepDevices = ({ table }: DataStack) =>
  allow(
    [
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    [table.tableArn],
    onlyUnder(PUSH_LEADING_KEYS),
  );

const onlyUnder = (leadingKeys: string) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [leadingKeys] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

/** A ledger entry is written once; a Deny outlives whatever somebody allows later. */
const keepLedger = ({ table }: DataStack) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [ENTRY_LEADING_KEYS] } },
  });

const readSecrets = ({ secrets }: DataStack) =>
  allow(['secretsmanager:GetSecretValue'], [secrets.secretArn]);

/** A phone number has no ARN; everything that has one, each topic and each app, is left out. */
const sendTextMessages = () =>
  new PolicyStatement({ actions: ['sns:Publish'], notResources: ['arn:aws:sns:*:*:*'] });

/** The folders of functions/gateways/media.ts; whatever else is in the bucket is out of reach. */
export const PICTURES = ['avatars/*', 'bios/*'];

const keepPictures = ({ mediaArn }: DataStack) =>
  allow(
    ['s3:PutObject', 's3:DeleteObject'],
    PICTURES.map((pictures) => `${mediaArn}/${pictures}`),
  );

export function allow(
  actions: string[],
  resources: string[],
  conditions?: Record<string, Record<string, unknown>>,
): PolicyStatement {
  return new PolicyStatement({ actions, resources, ...(conditions && { conditions }) });
}
