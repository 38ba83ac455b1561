import {
  DynamoDBClient,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { CliError } from '../cli-error.ts';
import { nameInStage, type StageSettings } from '../settings.ts';
import type { AwsCli } from './check-signed-in.ts';
import type { Finding } from './preflight-finding.ts';

/*
 * Tests that IAM evaluates dynamodb:LeadingKeys for each item of a transaction separately, as the roles of the functions
 * assume. Uses a temporary table and role, which are deleted at the end; a run after a crash reuses them.
 */

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
};

/** Runs a transaction with the credentials of a role. Tests replace it. */
export type WriteAs = (
  credentials: Credentials,
  items: TransactWriteItem[],
) => Promise<'done' | 'denied'>;

type Trial = {
  readonly settings: StageSettings;
  readonly ask: AwsCli;
  readonly writeAs: WriteAs;
  /** Waits this many milliseconds. IAM needs some seconds until a new role is available everywhere. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

const TRIES = 24;
const RETRY_MS = 5_000;

/** Tries a transaction that books a ledger entry, which must succeed, and transactions that change an entry, which must be denied. */
export async function tryLeadingKeys(trial: Trial): Promise<Finding> {
  const { settings, ask } = trial;
  const name = nameInStage(settings.stage, 'preflight');
  try {
    createTable(settings, ask, name);
    return await tryTransactions(trial, name);
  } finally {
    remove(settings, ask, name);
  }
}

async function tryTransactions(
  { settings, ask, writeAs, wait }: Trial,
  name: string,
): Promise<Finding> {
  let credentials: Credentials | undefined;
  let booked: 'done' | 'denied' = 'denied';
  for (let attempt = 1; attempt <= TRIES && booked === 'denied'; attempt += 1) {
    if (attempt > 1) await wait(RETRY_MS);
    credentials ??= assume(settings, ask, name);
    if (credentials) booked = await writeAs(credentials, booking(name));
  }
  if (!credentials) throw new CliError('IAM does not let you assume the role of the test.');
  if (booked === 'denied')
    return {
      state: 'missing',
      line: 'IAM evaluates the leading keys of a transaction together, so every ledger entry would be denied. Do not deploy; see docs/operations.md, Permissions.',
    };
  for (const [what, items] of Object.entries(forbidden(name)))
    if ((await writeAs(credentials, items)) === 'done')
      return {
        state: 'missing',
        line: `IAM lets a role ${what}, which its policy forbids. Do not deploy; see docs/operations.md, Permissions.`,
      };
  return { state: 'ok', line: 'IAM evaluates the leading keys of each item of a transaction.' };
}

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'trial' } });
const change = (TableName: string, pk: string): TransactWriteItem => ({
  Update: {
    TableName,
    Key: key(pk),
    UpdateExpression: 'SET #n = :n',
    ExpressionAttributeNames: { '#n': 'n' },
    ExpressionAttributeValues: { ':n': { N: '1' } },
  },
});
const put = (TableName: string, pk: string): TransactWriteItem => ({
  Put: { TableName, Item: key(pk) },
});

const booking = (table: string) => [put(table, 'ENTRY#1'), change(table, 'USER#1')];
const forbidden = (table: string) => ({
  'change an entry of the ledger': [put(table, 'ENTRY#2'), change(table, 'ENTRY#1')],
  'write under keys that are not its own': [put(table, 'ENTRY#3'), change(table, 'OTHER#1')],
});

/** The policy of a function that books ledger entries, as in lib/cloud/permissions.ts. */
function policy({ region, account }: StageSettings, table: string) {
  const Resource = `arn:aws:dynamodb:${region}:${account}:table/${table}`;
  const only = (Action: string, keys: string) => ({
    Effect: 'Allow',
    Action,
    Resource,
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [keys] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
  const denyLedgerChanges = {
    Effect: 'Deny',
    Action: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    Resource,
    Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['ENTRY#*'] } },
  };
  const Statement = [
    only('dynamodb:PutItem', 'ENTRY#*'),
    only('dynamodb:UpdateItem', 'USER#*'),
    denyLedgerChanges,
  ];
  return JSON.stringify({ Version: '2012-10-17', Statement });
}

const attributes = ['pk', 'sk'].map((name) => `AttributeName=${name},AttributeType=S`);
const keys = ['AttributeName=pk,KeyType=HASH', 'AttributeName=sk,KeyType=RANGE'];

function createTable(settings: StageSettings, ask: AwsCli, name: string): void {
  const at = ['--table-name', name, '--region', settings.region];
  ignoring('ResourceInUseException', () =>
    ask(
      'dynamodb',
      'create-table',
      ...at,
      '--billing-mode',
      'PAY_PER_REQUEST',
      '--attribute-definitions',
      ...attributes,
      '--key-schema',
      ...keys,
    ),
  );
  ask('dynamodb', 'wait', 'table-exists', ...at);
  const trust = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { AWS: `arn:aws:iam::${settings.account}:root` },
      },
    ],
  });
  ignoring('EntityAlreadyExists', () =>
    ask('iam', 'create-role', '--role-name', name, '--assume-role-policy-document', trust),
  );
  ask(
    'iam',
    'put-role-policy',
    '--role-name',
    name,
    '--policy-name',
    'trial',
    '--policy-document',
    policy(settings, name),
  );
}

function remove({ region }: StageSettings, ask: AwsCli, name: string): void {
  ignoring('NoSuchEntity', () =>
    ask('iam', 'delete-role-policy', '--role-name', name, '--policy-name', 'trial'),
  );
  ignoring('NoSuchEntity', () => ask('iam', 'delete-role', '--role-name', name));
  ignoring('ResourceNotFoundException', () =>
    ask('dynamodb', 'delete-table', '--table-name', name, '--region', region),
  );
}

/** Ignores an AWS error code, because an interrupted run may have created or deleted the resource. */
function ignoring(code: string, act: () => unknown): void {
  try {
    act();
  } catch (fault) {
    if (!(fault instanceof CliError && fault.message.includes(code))) throw fault;
  }
}

const assumed = z.object({
  Credentials: z.object({
    AccessKeyId: z.string(),
    SecretAccessKey: z.string(),
    SessionToken: z.string(),
  }),
});

/** Assumes the role; undefined while IAM has not made it available yet. */
function assume({ account }: StageSettings, ask: AwsCli, name: string): Credentials | undefined {
  const words = [
    '--role-arn',
    `arn:aws:iam::${account}:role/${name}`,
    '--role-session-name',
    'trial',
  ];
  try {
    const { Credentials: found } = assumed.parse(ask('sts', 'assume-role', ...words));
    const { AccessKeyId, SecretAccessKey, SessionToken } = found;
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
    };
  } catch (fault) {
    if (fault instanceof CliError) return undefined;
    throw fault;
  }
}

/** Runs transactions with the credentials of a role in a region. */
export const writeAsIn =
  (region: string): WriteAs =>
  async (credentials, TransactItems) => {
    const client = new DynamoDBClient({ region, credentials });
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems }));
      return 'done';
    } catch (fault) {
      if ((fault as Error).name === 'AccessDeniedException') return 'denied';
      throw fault;
    } finally {
      client.destroy();
    }
  };
