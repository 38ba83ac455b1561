import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type {
  BatchGetCommandInput,
  BatchWriteCommandInput,
  QueryCommandInput,
  ScanCommandInput,
  TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { copyValue, storedItem } from './attribute-values.ts';
import { readUnits, writeUnits } from './capacity-units.ts';
import {
  type Attributes,
  Invalid,
  NotModelled,
  readCondition,
  same,
  TypeMismatch,
} from './condition-expressions.ts';
import { MAX_ITEM_BYTES, sizeOfItem } from './item-size.ts';
import { type Staleness, StaleRows } from './stale-rows.ts';
import { type PageRead, query, scan } from './table-query.ts';
import { checkKeys, idOf, Rows } from './table-rows.ts';
import { readUpdate } from './update-expressions.ts';

/*
 * A model of a table in DynamoDB, with the values that the document client takes and returns. It handles one request at a time.
 * Unsupported features throw NotModelled.
 */

/** A stream record of a change, in the order of the changes. */
export type StreamRecord = {
  readonly sequence: number;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly key: { readonly pk: string; readonly sk: string };
  /** The item after the change; undefined if it was deleted. Do not modify it. */
  readonly image: Attributes | undefined;
};

export type Request = Attributes & {
  readonly TableName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string }>>[];
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Attributes;
  readonly ReturnValues?: string;
  readonly ConsistentRead?: boolean;
  readonly ReturnConsumedCapacity?: string;
};
type Written = {
  readonly id: string;
  before: Attributes | undefined;
  after: Attributes | undefined;
};
/** The response to a request, and a function that counts the capacity units that it took. */
type Answered = { readonly response: Attributes; readonly units: () => number };
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
const PAGE = [
  'TableName',
  'IndexName',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'Limit',
  'ExclusiveStartKey',
  'ConsistentRead',
];
const QUERIED = [...PAGE, 'KeyConditionExpression', 'ScanIndexForward', 'Select'];
const SCANNED = [...PAGE, 'FilterExpression', 'Segment', 'TotalSegments'];
const MAX_KEYS = 100;
const MAX_PUTS = 25;
const MAX_STEPS = 100;

class ConditionFailed extends Error {}

/** A table with its indexes and its stream. `staleness`: of the reads without ConsistentRead; they see every write without it. */
export class ModelledTable {
  readonly #rows = new Rows();
  readonly #records: StreamRecord[] = [];
  readonly #stale: StaleRows | undefined;

  constructor(staleness?: Staleness) {
    this.#stale = staleness && new StaleRows(staleness);
  }

  /** Answers a command such as `PutItemCommand`: returns the response or throws the error of the service. */
  answer(command: string, input: object): Attributes {
    const { ReturnConsumedCapacity: counts, ...request } = input as Request;
    if (counts !== undefined && counts !== 'TOTAL')
      throw new NotModelled(`ReturnConsumedCapacity ${counts}`);
    try {
      const { response, units } = this.#answered(command, request);
      return counts ? { ...response, ConsumedCapacity: charged(request, units()) } : response;
    } catch (fault) {
      throw fault instanceof Invalid ? validationError(fault.message) : fault;
    }
  }

  /** A copy of every item, sorted by key. */
  dump(): Record<string, unknown>[] {
    return this.#rows.all().map((item) => copyValue(item) as Record<string, unknown>);
  }

  /** The stream, without a record of writes that changed nothing. */
  get records(): readonly StreamRecord[] {
    return this.#records;
  }

  #answered(command: string, request: Request): Answered {
    switch (command) {
      case 'GetItemCommand':
        return this.#get(request);
      case 'BatchGetItemCommand':
        return this.#getMany(request as BatchGetCommandInput);
      case 'QueryCommand':
        assertKnownFields(request, QUERIED);
        return pageAnswer(query(this.#seen(request), request as QueryCommandInput), request);
      case 'ScanCommand':
        assertKnownFields(request, SCANNED);
        return pageAnswer(scan(this.#seen(request), request as ScanCommandInput), request);
      case 'PutItemCommand':
        return this.#write('Put', request);
      case 'UpdateItemCommand':
        return this.#write('Update', request);
      case 'DeleteItemCommand':
        return this.#write('Delete', request);
      case 'BatchWriteItemCommand':
        return this.#putMany(request as BatchWriteCommandInput);
      case 'TransactWriteItemsCommand':
        return this.#transact(request as TransactWriteCommandInput);
      default:
        throw new NotModelled(command);
    }
  }

  /** The rows that a read sees. */
  #seen({ ConsistentRead }: { readonly ConsistentRead?: boolean | undefined }): Rows {
    return (!ConsistentRead && this.#stale?.seen()) || this.#rows;
  }

  #replace(id: string, before: Attributes | undefined, after: Attributes | undefined): void {
    this.#rows.replace(id, before, after);
    this.#stale?.write(id, after);
  }

  #get(request: Request): Answered {
    assertKnownFields(request, READ);
    const item = this.#seen(request).get(idOf(keyOf(request)));
    return {
      response: item ? { Item: copyValue(item) } : {},
      units: () => unitsRead([item], request),
    };
  }

  #getMany({ RequestItems = {}, ...rest }: BatchGetCommandInput): Answered {
    assertKnownFields(rest, []);
    const [name, wanted] = onlyTable(RequestItems);
    assertKnownFields(wanted, ['Keys', 'ConsistentRead']);
    const ids = (wanted.Keys ?? []).map((Key) => idOf(keyOf({ Key })));
    if (ids.length < 1 || ids.length > MAX_KEYS) throw new Invalid('1 to 100 keys in a batch');
    if (new Set(ids).size < ids.length) throw new Invalid('the same key twice');
    const rows = this.#seen(wanted);
    const found = ids.map((id) => rows.get(id));
    const items = found.filter((item) => item !== undefined).map(copyValue);
    return {
      response: { Responses: { [name]: items }, UnprocessedKeys: {} },
      units: () => unitsRead(found, wanted),
    };
  }

  #write(verb: Verb, request: Request): Answered {
    let written: Written;
    try {
      written = this.#tried(verb, request);
    } catch (fault) {
      if (!(fault instanceof ConditionFailed)) throw fault;
      const message = 'The conditional request failed';
      throw new ConditionalCheckFailedException({ message, $metadata: {} });
    }
    this.#keep(written);
    return {
      response:
        request.ReturnValues === 'ALL_NEW' && written.after
          ? { Attributes: copyValue(written.after) }
          : {},
      units: () => unitsWritten([written]),
    };
  }

  /** Stores items without conditions, each by itself. */
  #putMany({ RequestItems = {}, ...rest }: BatchWriteCommandInput): Answered {
    assertKnownFields(rest, []);
    const [, requests] = onlyTable(RequestItems);
    const items = requests.map(({ PutRequest, ...others }) => {
      if (!PutRequest?.Item) throw new NotModelled(`a batch with ${Object.keys(others)}`);
      return PutRequest.Item;
    });
    if (items.length < 1 || items.length > MAX_PUTS) throw new Invalid('1 to 25 items in a batch');
    const ids = new Set(items.map((Item) => idOf(keyOf({ Item }, 'Put'))));
    if (ids.size < items.length) throw new Invalid('the same key twice');
    const written = items.map((Item) => this.#tried('Put', { Item }));
    for (const one of written) this.#keep(one);
    return { response: { UnprocessedItems: {} }, units: () => unitsWritten(written) };
  }

  /** Performs all steps or none; conditions are evaluated on the table before the transaction. */
  #transact({ TransactItems = [], ...rest }: TransactWriteCommandInput): Answered {
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
    return { response: {}, units: () => unitsWritten(written, 2) };
  }

  /** Calculates the item that results from a step. */
  #tried(verb: Verb, request: Request): Written {
    assertKnownFields(request, FIELDS[verb]);
    const id = idOf(keyOf(request, verb));
    const before = this.#rows.get(id);
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
    if (verb === 'Put') return { id, before, after: storable(storedItem(request.Item ?? {})) };
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
    // Attributes are removed from no item: it stays missing.
    if (!before && set.length === 0) return { id, before, after: undefined };
    const after: Record<string, unknown> = { ...(before ?? key) };
    for (const name of removed) delete after[name];
    for (const [name, value] of set) after[name] = value;
    const stored = storedItem(after);
    if (sizeOfItem(stored) > MAX_ITEM_BYTES) throw new TypeMismatch('the update is too large');
    return { id, before, after: storable(stored) };
  }

  #keep({ id, before, after }: Written): void {
    if (before === after) return;
    this.#replace(id, before, after);
    // DynamoDB writes no stream record for a write that changed nothing.
    if (before && after && same(before, after)) return;
    const [pk = '', sk = ''] = id.split('\n');
    const eventName = after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE';
    const sequence = this.#records.length + 1;
    this.#records.push({ sequence, eventName, key: { pk, sk }, image: after });
  }
}

const pageAnswer = ({ page, bytes }: PageRead, { ConsistentRead }: Request): Answered => ({
  response: page,
  units: () => readUnits(bytes, ConsistentRead),
});

/** Each item of a batch is charged by itself, and so is one that is missing. */
const unitsRead = (
  items: readonly (Attributes | undefined)[],
  { ConsistentRead }: Pick<Request, 'ConsistentRead'>,
): number =>
  items.reduce((sum, item) => sum + readUnits(item ? sizeOfItem(item) : 0, ConsistentRead), 0);

/** A step of a transaction is prepared and performed, so its write in the table counts twice. */
function unitsWritten(written: readonly Written[], times = 1): number {
  const all = written.map(({ before, after }) => writeUnits(before, after));
  return all.reduce((sum, { inTable, inIndexes }) => sum + inTable * times + inIndexes, 0);
}

/** The consumed capacity as a response reports it: of a request that may name several tables in a list. */
function charged(request: Request, CapacityUnits: number) {
  const one = { TableName: tableNameOf(request), CapacityUnits };
  return request.TableName === undefined ? [one] : one;
}

/** Returns the name of the one table that a request is for. */
export function tableNameOf({ TableName, RequestItems, TransactItems }: Request): string {
  if (TableName !== undefined) return TableName;
  if (RequestItems) return onlyTable(RequestItems)[0];
  const names = (TransactItems ?? [])
    .flatMap((step) => Object.values(step))
    .map((part) => part.TableName);
  const [name = '', ...others] = new Set(names);
  if (others.length > 0) throw new NotModelled('a transaction of several tables');
  return name;
}

/** Returns the only table of a batch, with what is asked of it. */
function onlyTable<Asked>(items: Readonly<Record<string, Asked>>): readonly [string, Asked] {
  const [only, ...others] = Object.entries(items);
  if (!only || others.length > 0) throw new NotModelled('a batch of several tables');
  return only;
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

function storable(item: Attributes): Attributes {
  checkKeys(item);
  if (sizeOfItem(item) > MAX_ITEM_BYTES) throw new Invalid('the item is too large');
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
