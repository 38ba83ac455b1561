import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type {
  BatchGetCommandInput,
  QueryCommandInput,
  TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { documents } from '#functions/storage/table.ts';
import { TABLE } from '#lib/table.ts';
import { copyValue, storedItem } from './attribute-values.ts';
import {
  type Attributes,
  Invalid,
  NotModelled,
  readCondition,
  same,
  TypeMismatch,
} from './condition-expressions.ts';
import { type Staleness, StaleRows } from './stale-rows.ts';
import { query } from './table-query.ts';
import { checkKeys, idOf, Rows } from './table-rows.ts';
import { readUpdate } from './update-expressions.ts';

/*
 * A model of DynamoDB in this process. A middleware of the one DynamoDB client that functions/storage uses answers in
 * place of the service, so the product's code is unchanged. It handles one request at a time. Unsupported features
 * throw NotModelled.
 */

/** A stream record of a change, in the order of the changes. */
export type StreamRecord = {
  readonly sequence: number;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly key: { readonly pk: string; readonly sk: string };
  /** The item after the change; undefined if it was deleted. Do not modify it. */
  readonly image: Attributes | undefined;
};

export type TableModel = {
  /** Answers a command without the client: returns the response or throws the error of the service. */
  answer(command: string, input: object): Attributes;
  /** A copy of every item, sorted by key. */
  dump(): Record<string, unknown>[];
  /** Stores items without stream records. */
  load(items: Iterable<Attributes>): void;
  /** All stream records, or only those after a sequence number. */
  records(after?: number): readonly StreamRecord[];
  /** Empties the table and its stream. `staleness`: of the reads without ConsistentRead; they see every write without it. */
  reset(staleness?: Staleness): void;
  /** Removes the model, so that the table's requests reach the service again. */
  uninstall(): void;
};

const MIDDLEWARE = 'tableModel';

/** Replaces the table of this process with an empty model. */
export function installTableModel(): TableModel {
  let table = new ModelledTable(undefined);
  documents.middlewareStack.add(
    (_next, context) => async (args) => {
      const output = table.answer(String(context.commandName), args.input);
      return { output: { $metadata: {}, ...output } as never, response: undefined };
    },
    // The innermost middleware, so that middlewares that observe requests still see all of them.
    { step: 'initialize', priority: 'low', name: MIDDLEWARE },
  );
  return {
    answer: (command, input) => table.answer(command, input),
    dump: () => table.rows.all().map((item) => copyValue(item) as Record<string, unknown>),
    load: (items) => table.load(items),
    records: (after = 0) => table.records.slice(after),
    reset: (staleness) => {
      table = new ModelledTable(staleness);
    },
    uninstall: () => documents.middlewareStack.remove(MIDDLEWARE),
  };
}

/** Converts a stream record to the form that Lambda passes to a function. */
export function lambdaRecord(record: StreamRecord): DynamoDBRecord {
  const { sequence, eventName, key, image } = record;
  return {
    eventID: String(sequence),
    eventName,
    dynamodb: {
      Keys: marshall(key) as never,
      ...(image && { NewImage: marshall(image, { removeUndefinedValues: true }) as never }),
      SequenceNumber: String(sequence),
      StreamViewType: TABLE.stream,
    },
  };
}

type Request = Attributes & {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Attributes;
  readonly ReturnValues?: string;
  readonly ConsistentRead?: boolean;
};
type Written = {
  readonly id: string;
  before: Attributes | undefined;
  after: Attributes | undefined;
};
type Verb = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

const EXPRESSION = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
];
const FIELDS: Readonly<Record<Verb, readonly string[]>> = {
  Put: [...EXPRESSION, 'Item'],
  Update: [...EXPRESSION, 'Key', 'UpdateExpression', 'ReturnValues'],
  Delete: [...EXPRESSION, 'Key'],
  ConditionCheck: [...EXPRESSION, 'Key'],
};
const READ = ['TableName', 'Key', 'ConsistentRead'];
const QUERIED = [
  'TableName',
  'IndexName',
  'KeyConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ScanIndexForward',
  'Limit',
  'ExclusiveStartKey',
  'ConsistentRead',
  'Select',
];
const MAX_KEYS = 100;
const MAX_STEPS = 100;

class ConditionFailed extends Error {}

class ModelledTable {
  readonly rows = new Rows();
  readonly records: StreamRecord[] = [];
  readonly #stale: StaleRows | undefined;

  constructor(staleness: Staleness | undefined) {
    this.#stale = staleness && new StaleRows(staleness);
  }

  answer(command: string, input: object): Attributes {
    try {
      switch (command) {
        case 'GetItemCommand':
          return this.#get(input as Request);
        case 'BatchGetItemCommand':
          return this.#getMany(input as BatchGetCommandInput);
        case 'QueryCommand':
          assertKnownFields(input, QUERIED);
          return query(this.#seen(input as QueryCommandInput), input as QueryCommandInput);
        case 'PutItemCommand':
          return this.#write('Put', input as Request);
        case 'UpdateItemCommand':
          return this.#write('Update', input as Request);
        case 'DeleteItemCommand':
          return this.#write('Delete', input as Request);
        case 'TransactWriteItemsCommand':
          return this.#transact(input as TransactWriteCommandInput);
        default:
          throw new NotModelled(command);
      }
    } catch (fault) {
      throw fault instanceof Invalid ? validationError(fault.message) : fault;
    }
  }

  load(items: Iterable<Attributes>): void {
    for (const item of items) {
      const after = storedItem(item);
      checkKeys(after);
      this.#replace(idOf(after), this.rows.get(idOf(after)), after);
    }
  }

  /** The rows that a read sees. */
  #seen({ ConsistentRead }: { readonly ConsistentRead?: boolean | undefined }): Rows {
    return (!ConsistentRead && this.#stale?.seen()) || this.rows;
  }

  #replace(id: string, before: Attributes | undefined, after: Attributes | undefined): void {
    this.rows.replace(id, before, after);
    this.#stale?.write(id, after);
  }

  #get(request: Request): Attributes {
    assertKnownFields(request, READ);
    const item = this.#seen(request).get(idOf(keyOf(request)));
    return item ? { Item: copyValue(item) } : {};
  }

  #getMany({ RequestItems = {}, ...rest }: BatchGetCommandInput): Attributes {
    assertKnownFields(rest, []);
    const [[name, wanted] = [], ...others] = Object.entries(RequestItems);
    if (!name || others.length > 0) throw new NotModelled('a batch of several tables');
    assertKnownFields(wanted ?? {}, ['Keys', 'ConsistentRead']);
    const ids = (wanted?.Keys ?? []).map((Key) => idOf(keyOf({ Key })));
    if (ids.length < 1 || ids.length > MAX_KEYS) throw new Invalid('1 to 100 keys in a batch');
    if (new Set(ids).size < ids.length) throw new Invalid('the same key twice');
    const rows = this.#seen(wanted ?? {});
    const found = ids.flatMap((id) => rows.get(id) ?? []);
    return { Responses: { [name]: found.map(copyValue) }, UnprocessedKeys: {} };
  }

  #write(verb: Verb, request: Request): Attributes {
    let written: Written;
    try {
      written = this.#tried(verb, request);
    } catch (fault) {
      if (!(fault instanceof ConditionFailed)) throw fault;
      const message = 'The conditional request failed';
      throw new ConditionalCheckFailedException({ message, $metadata: {} });
    }
    this.#keep(written);
    return request.ReturnValues === 'ALL_NEW' ? { Attributes: copyValue(written.after) } : {};
  }

  /** Performs all steps or none; conditions are evaluated on the table before the transaction. */
  #transact({ TransactItems = [], ...rest }: TransactWriteCommandInput): Attributes {
    assertKnownFields(rest, ['ClientRequestToken']);
    const steps = TransactItems.map((step) => {
      const [[verb, request] = [], ...others] = Object.entries(step);
      if (!verb || !request || others.length > 0)
        throw new Invalid('each step has exactly one action');
      if (!(verb in FIELDS) || 'ReturnValues' in (request as object)) throw new NotModelled(verb);
      return [verb as Verb, request as Request] as const;
    });
    if (steps.length < 1 || steps.length > MAX_STEPS) throw new Invalid('1 to 100 steps');
    const ids = new Set(steps.map(([verb, request]) => idOf(keyOf(request, verb))));
    if (ids.size < steps.length) throw new Invalid('two steps for one item');
    const written: Written[] = [];
    const reasons = steps.map(([verb, request]) => {
      try {
        written.push(this.#tried(verb, request));
        return { Code: 'None' };
      } catch (fault) {
        if (fault instanceof TypeMismatch)
          return { Code: 'ValidationError', Message: fault.message };
        if (!(fault instanceof ConditionFailed)) throw fault;
        return { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };
      }
    });
    if (written.length < steps.length) throw transactionCancelled(reasons);
    for (const one of written) this.#keep(one);
    return {};
  }

  /** Calculates the item that results from a step. */
  #tried(verb: Verb, request: Request): Written {
    assertKnownFields(request, FIELDS[verb]);
    const id = idOf(keyOf(request, verb));
    const before = this.rows.get(id);
    const names = request.ExpressionAttributeNames ?? {};
    const values = copyValue(request.ExpressionAttributeValues ?? {}) as Attributes;
    const condition =
      request.ConditionExpression === undefined
        ? undefined
        : readCondition(request.ConditionExpression);
    const change = verb === 'Update' ? readUpdate(request.UpdateExpression ?? '') : undefined;
    assertPlaceholdersUsed([...(condition?.used ?? []), ...(change?.used ?? [])], names, values);
    if (condition && !condition.meaning({ item: before ?? {}, names, values }))
      throw new ConditionFailed();
    if (verb === 'ConditionCheck') {
      if (!condition) throw new Invalid('a check without a condition');
      return { id, before, after: before };
    }
    if (verb === 'Delete') return { id, before, after: undefined };
    if (verb === 'Put') return { id, before, after: withValidKeys(storedItem(request.Item ?? {})) };
    if (request.ReturnValues !== undefined && request.ReturnValues !== 'ALL_NEW')
      throw new NotModelled(`ReturnValues ${request.ReturnValues}`);
    const key = keyOf(request);
    const { set, removed } = (change as NonNullable<typeof change>).meaning({
      item: before ?? {},
      names,
      values,
    });
    if ([...set.map(([name]) => name), ...removed].some((name) => name in key))
      throw new Invalid('an update of a key attribute');
    if (!before && set.length === 0) throw new NotModelled('REMOVE on a missing item');
    const after: Record<string, unknown> = { ...(before ?? key) };
    for (const name of removed) delete after[name];
    for (const [name, value] of set) after[name] = value;
    return { id, before, after: withValidKeys(storedItem(after)) };
  }

  #keep({ id, before, after }: Written): void {
    if (before === after) return;
    this.#replace(id, before, after);
    // DynamoDB writes no stream record for a write that changed nothing.
    if (before && after && same(before, after)) return;
    const [pk = '', sk = ''] = id.split('\n');
    const eventName = after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE';
    const sequence = this.records.length + 1;
    this.records.push({ sequence, eventName, key: { pk, sk }, image: after });
  }
}

function assertKnownFields(request: object, fields: readonly string[]): void {
  for (const [name, value] of Object.entries(request))
    if (value !== undefined && !fields.includes(name)) throw new NotModelled(`the field ${name}`);
}

function keyOf({ Key, Item }: Request, verb?: Verb): Attributes {
  const key = (verb === 'Put' ? Item : Key) ?? {};
  const { pk, sk } = key;
  if (typeof pk !== 'string' || typeof sk !== 'string' || pk === '' || sk === '')
    throw new Invalid('the key is incomplete');
  if (verb !== 'Put' && Object.keys(key).length !== 2)
    throw new Invalid('attributes besides the key');
  return { pk, sk };
}

function withValidKeys(item: Attributes): Attributes {
  checkKeys(item);
  return item;
}

/** Throws if a placeholder is unused or undefined, as DynamoDB does. */
function assertPlaceholdersUsed(
  used: readonly string[],
  names: Attributes,
  values: Attributes,
): void {
  const given = [...Object.keys(names), ...Object.keys(values)];
  for (const one of given) if (!used.includes(one)) throw new Invalid(`${one} is not used`);
  for (const one of used) if (!given.includes(one)) throw new Invalid(`${one} is not defined`);
}

function validationError(message: string): DynamoDBServiceException {
  return new DynamoDBServiceException({
    name: 'ValidationException',
    $fault: 'client',
    message,
    $metadata: {},
  });
}

function transactionCancelled(
  reasons: { Code: string; Message?: string }[],
): TransactionCanceledException {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: reasons,
    $metadata: {},
  });
}
