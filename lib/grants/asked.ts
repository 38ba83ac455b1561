import { secretNameIn } from '../../shared/secret-names.ts';
import { TABLE } from '../table.ts';

/*
 * From a request to AWS, as it leaves this process, to what IAM is asked whether it is allowed. A transaction is asked
 * for its parts, each by the action that would do it alone.
 */

/** One thing that a function does: `dynamodb:Query on gsi1`, of `INBOX#*`. */
export type Asked = { readonly action: string; readonly of: string };

export type AwsRequest = {
  /** As its signature names it: `dynamodb`, `s3`, `sns`, `events`, `secretsmanager`. */
  readonly service: string;
  /** Of services that speak JSON: `DynamoDB_20120810.PutItem`. */
  readonly target: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
};

/** What a request asks for, each thing once. What is not known here is asked for as a whole, which nobody may. */
export function askedOf(request: AwsRequest): readonly Asked[] {
  const all = readers[request.service]?.(request) ?? [];
  const asked = all.length > 0 ? all : [{ action: actionOf(request), of: '*' }];
  return [...new Map(asked.map((one) => [`${one.action} ${one.of}`, one])).values()];
}

const readers: Readonly<Record<string, (request: AwsRequest) => readonly Asked[]>> = {
  dynamodb: ({ target, body }) => ofTable(operationIn(target), JSON.parse(body)),
  secretsmanager: ({ target, body }) => {
    const { SecretId: secret } = JSON.parse(body) as { readonly SecretId?: string };
    return [{ action: `secretsmanager:${operationIn(target)}`, of: secretOf(secret) }];
  },
  events: ({ target }) => [{ action: `events:${operationIn(target)}`, of: 'bus' }],
  sns: ({ body }) => {
    const form = new URLSearchParams(body);
    const of = form.has('PhoneNumber') ? 'phone numbers' : '*';
    return [{ action: `sns:${form.get('Action')}`, of }];
  },
  s3: ({ method, path }) => {
    const [bucket = '', ...key] = (path.split('?')[0] ?? '').split('/').slice(1);
    // Of what is in a folder each has a name of its own.
    const of = [bucketOf(bucket), ...(key.length > 1 ? [key[0], '*'] : key)].join('/');
    return [{ action: `s3:${OBJECT_ACTIONS[method] ?? method}`, of }];
  },
};

/** Secrets too have other names in each stage. */
function secretOf(id: string | undefined): string {
  const { SUPPORT_PASSWORD_ARN, PROBE_PASSWORD_ARN, ORIGIN_KEY_ARN } = process.env;
  if (id !== undefined && id === ORIGIN_KEY_ARN) return 'origin key';
  if (id !== undefined && id === SUPPORT_PASSWORD_ARN) return 'support password';
  if (id !== undefined && id === PROBE_PASSWORD_ARN) return 'probe password';
  return secretNameIn(id ?? '') ?? '*';
}

/** Buckets have other names in each stage; a function knows them by what they are for. */
const bucketOf = (name: string) =>
  name === process.env.MEDIA_BUCKET ? 'media' : name === process.env.WEB_BUCKET ? 'web' : name;

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
};

const operationIn = (target: string) => target.split('.').at(-1) ?? '';
const actionOf = ({ service, target, method }: AwsRequest) =>
  `${service}:${operationIn(target) || method}`;

/** As it is sent, or as the document client takes it. */
type Value = { readonly S?: string } | string;
type Attributes = Readonly<Record<string, Value>>;
export type TableRequest = {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Attributes[] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, TableRequest>>[];
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Attributes;
};

/** The action of a part of a transaction, where it is not called as the operation. */
const PARTS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** What a request to the table asks for, a thing more than once where its parts do. `operation`: `TransactWriteItems`. */
export function ofTable(operation: string, request: TableRequest): readonly Asked[] {
  if (request.TransactItems)
    return request.TransactItems.flatMap((parts) =>
      Object.entries(parts).flatMap(([part, one]) => ofTable(PARTS[part] ?? part, one)),
    );
  const index = request.IndexName ? ` on ${request.IndexName}` : '';
  return partitionsOf(request).map((partition) => ({
    action: `dynamodb:${operation}${index}`,
    of: familyOf(partition),
  }));
}

function partitionsOf(request: TableRequest): readonly string[] {
  const { Key: key, Item: item, RequestItems: batch, KeyConditionExpression: when } = request;
  const keys = [
    ...(key ? [key] : item ? [item] : []),
    ...Object.values(batch ?? {}).flatMap(({ Keys = [] }) => Keys),
  ];
  const value = /^#?\w+ = (:\w+)/.exec(when ?? '')?.[1];
  return [
    ...keys.map((one) => one[TABLE.partitionKey]),
    ...(value ? [request.ExpressionAttributeValues?.[value]] : []),
  ].flatMap((partition) => textIn(partition) ?? []);
}

const textIn = (value: Value | undefined) => (typeof value === 'string' ? value : value?.S);

/**
 * The family of a partition: `USER#01J…` is one of `USER#*`. What is one of few is named whole: an item that there is
 * once, a list of what is due.
 */
export function familyOf(partition: string): string {
  const end = partition.indexOf('#');
  return end < 0 || partition.startsWith('DUE#') ? partition : `${partition.slice(0, end)}#*`;
}
