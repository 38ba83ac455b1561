import { randomUUID } from 'node:crypto';
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { AwsClient, AwsCommand } from '../aws/client.ts';
import { jsonExchange } from '../aws/json.ts';
import { itemFromWire, itemToWire } from './attribute-values.ts';

/* The DynamoDB client, and the commands that the table takes. They have the names and the input of the AWS SDK. */

export class GetCommand extends AwsCommand<GetCommandInput, GetCommandOutput> {
  constructor(input: GetCommandInput) {
    super('GetItem', input);
  }
}

export class BatchGetCommand extends AwsCommand<BatchGetCommandInput, BatchGetCommandOutput> {
  constructor(input: BatchGetCommandInput) {
    super('BatchGetItem', input);
  }
}

export class QueryCommand extends AwsCommand<QueryCommandInput, QueryCommandOutput> {
  constructor(input: QueryCommandInput) {
    super('Query', input);
  }
}

export class PutCommand extends AwsCommand<PutCommandInput, PutCommandOutput> {
  constructor(input: PutCommandInput) {
    super('PutItem', input);
  }
}

export class UpdateCommand extends AwsCommand<UpdateCommandInput, UpdateCommandOutput> {
  constructor(input: UpdateCommandInput) {
    super('UpdateItem', input);
  }
}

export class DeleteCommand extends AwsCommand<DeleteCommandInput, DeleteCommandOutput> {
  constructor(input: DeleteCommandInput) {
    super('DeleteItem', input);
  }
}

export class TransactWriteCommand extends AwsCommand<
  TransactWriteCommandInput,
  TransactWriteCommandOutput
> {
  constructor(input: TransactWriteCommandInput) {
    super('TransactWriteItems', input);
  }
}

/** The address of DynamoDB and the retries of its client. `timeout`: of each try, in milliseconds. */
export const DYNAMODB = { name: 'dynamodb', variable: 'DYNAMODB', tries: 4, timeout: 5_000 };

const exchange = jsonExchange(DYNAMODB, 'DynamoDB_20120810', '1.0');

/** Makes a client whose commands take and return plain values. Address and region come from the environment. */
export const newDynamoDb = (): AwsClient =>
  new AwsClient('DynamoDB', async (operation, input) => {
    // DynamoDB performs a transaction once however often its request arrives.
    const token = operation === 'TransactWriteItems' && { ClientRequestToken: randomUUID() };
    const output = await exchange(operation, { ...token, ...convert(input, toWireBy) });
    return convert(output, fromWireBy);
  });

type Fields = Readonly<Record<string, unknown>>;
type Converters = Readonly<Record<string, (value: never) => unknown>>;

/** Converts the fields that hold attribute values, at any depth; the others are copied. */
function convert(fields: object, by: Converters): Fields {
  const converted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const converter = by[name];
    if (converter && value) converted[name] = converter(value as never);
    else if (Array.isArray(value))
      converted[name] = value.map((one) => (isFields(one) ? convert(one, by) : one));
    else converted[name] = isFields(value) ? convert(value, by) : value;
  }
  return converted;
}

const isFields = (value: unknown): value is object => typeof value === 'object' && value !== null;

const each =
  <From, To>(one: (from: From) => To) =>
  (all: readonly From[]): To[] =>
    all.map(one);

const toWireBy: Converters = {
  Key: itemToWire,
  Item: itemToWire,
  Keys: each(itemToWire),
  ExclusiveStartKey: itemToWire,
  ExpressionAttributeValues: itemToWire,
};

const fromWireBy: Converters = {
  Item: itemFromWire,
  Attributes: itemFromWire,
  LastEvaluatedKey: itemFromWire,
  Items: each(itemFromWire),
  Keys: each(itemFromWire),
  // BatchGetItem responds with the items by table.
  Responses: (tables: Readonly<Record<string, []>>) =>
    Object.fromEntries(
      Object.entries(tables).map(([table, items]) => [table, items.map(itemFromWire)]),
    ),
};
