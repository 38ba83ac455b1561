import type { Permission } from '../../shared/api/function-definition.ts';
import { secretNameIn } from '../../shared/secret-names.ts';
import { TABLE } from '../table.ts';

/*
 * From a request to AWS to what IAM is asked whether it is allowed. A transaction is asked for its parts, each by the action
 * that would do it alone.
 */

/** A request as a client of the AWS SDK takes it. */
export type AwsRequest = {
  /** `DynamoDB`, `S3`, `SNS`, `EventBridge`, `SecretsManager`. */
  readonly service: string;
  /** `PutItem`, `PutObject`, `Publish`. */
  readonly operation: string;
  readonly input: object;
};

/** What a request needs; what is not known here needs a permission that no function has. */
export function permissionsFor(request: AwsRequest): readonly Permission[] {
  const needed = readers[request.service]?.(request) ?? [];
  return needed.length > 0
    ? needed
    : [{ action: `${request.service.toLowerCase()}:${request.operation}`, of: 'anything' }];
}

const readers: Readonly<Record<string, (request: AwsRequest) => readonly Permission[]>> = {
  DynamoDB: ({ operation, input }) => ofTable(operation, input as TableRequest),
  EventBridge: ({ operation }) => [{ action: `events:${operation}`, of: 'bus' }],
  SecretsManager: ({ operation, input }) => {
    const { SecretId = '' } = input as { SecretId?: string };
    return [{ action: `secretsmanager:${operation}`, of: secretNameIn(SecretId) ?? 'anything' }];
  },
  SNS: ({ operation, input }) => [
    { action: `sns:${operation}`, of: 'PhoneNumber' in input ? 'phone numbers' : '*' },
  ],
  S3: ({ operation, input }) => {
    const { Bucket = '', Key = '' } = input as { Bucket?: string; Key?: string };
    const [folder = '', ...file] = Key.split('/');
    // Each file in a folder has a name of its own.
    const path = file.length > 0 ? `${folder}/*` : folder;
    return [{ action: `s3:${operation}`, of: `${bucketName(Bucket)}/${path}` }];
  },
};

/** Buckets have other names in each stage; policies name them by what they are for. */
function bucketName(bucket: string): string {
  if (bucket === process.env.MEDIA_BUCKET) return 'media';
  return bucket === process.env.WEB_BUCKET ? 'web' : bucket;
}

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

function ofTable(operation: string, request: TableRequest): readonly Permission[] {
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
 * The leading keys of a partition: `USER#01J…` is one of `USER#*`. Where there are few of a kind, each is named whole: an item
 * that exists once, a list of what is due.
 */
export function familyOf(partition: string): string {
  const end = partition.indexOf('#');
  return end < 0 || partition.startsWith('DUE#') ? partition : `${partition.slice(0, end)}#*`;
}
