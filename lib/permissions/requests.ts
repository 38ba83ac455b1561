import type { Permission } from '#shared/api/function-definition.ts';
import { secretNameIn } from '#shared/secret-names.ts';
import { TABLE } from '../table.ts';

/*
 * The permissions that IAM requires for a request to AWS. A transaction requires one for each of its parts: that of the same
 * action alone.
 */

/** A request of an AWS SDK client. */
export type AwsRequest = {
  /** `DynamoDB`, `S3`, `SNS`, `EventBridge`, `SecretsManager`. */
  readonly service: string;
  /** `PutItem`, `PutObject`, `Publish`. */
  readonly operation: string;
  readonly input: object;
};

/** Returns the permissions that a request requires. For an unknown request it returns one that no function has. */
export function permissionsFor(request: AwsRequest): readonly Permission[] {
  const needed = readers[request.service]?.(request) ?? [];
  return needed.length > 0
    ? needed
    : [{ action: `${request.service.toLowerCase()}:${request.operation}`, of: 'anything' }];
}

const readers: Readonly<Record<string, (request: AwsRequest) => readonly Permission[]>> = {
  DynamoDB: ({ operation, input }) => ofTable(operation, input as TableRequest),
  EventBridge: ({ operation }) => [{ action: `events:${operation}`, of: 'bus' }],
  AppSync: ({ operation }) => [{ action: `appsync:${operation}`, of: 'channels of people' }],
  SecretsManager: ({ operation, input }) => {
    const { SecretId = '' } = input as { SecretId?: string };
    return [{ action: `secretsmanager:${operation}`, of: secretNameIn(SecretId) ?? 'anything' }];
  },
  SNS: ({ operation, input }) => [
    { action: `sns:${operation}`, of: 'PhoneNumber' in input ? 'phone numbers' : '*' },
  ],
  SESv2: ({ operation }) => [{ action: `ses:${operation}`, of: 'email identity' }],
  S3: ({ operation, input }) => {
    const { Bucket = '', Key = '' } = input as { Bucket?: string; Key?: string };
    const [folder = '', ...file] = Key.split('/');
    // File names are unique, so a policy covers their folder.
    const path = file.length > 0 ? `${folder}/*` : folder;
    return [{ action: `s3:${operation}`, of: `${bucketName(Bucket)}/${path}` }];
  },
};

/** Buckets have other names in each stage; policies name them by what they are for. */
function bucketName(bucket: string): string {
  if (bucket === process.env.MEDIA_BUCKET) return 'media';
  return bucket === process.env.WEB_BUCKET ? 'web' : bucket;
}

/** A key in the wire format, or as the document client takes it. */
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

/** The actions of the parts of a transaction whose names differ from the operation. */
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
 * Returns the leading keys that a partition belongs to: `USER#*` for `USER#01J…`. A kind with few partitions has the whole key:
 * an item that exists once, or a due list.
 */
export function familyOf(partition: string): string {
  const end = partition.indexOf('#');
  return end < 0 || partition.startsWith('DUE#') ? partition : `${partition.slice(0, end)}#*`;
}
