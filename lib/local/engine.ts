import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { CliError } from '../cli-error.ts';
import '../sdk-notice.ts';
import { TABLE } from '../table.ts';
import { engineCommand } from './engine-command.ts';

/** A running engine with DynamoDB's protocol. */
export type Engine = { readonly url: string; stop(): Promise<void> };

/**
 * Starts the engine on a free port: the embedded one, on the loopback interface, or DynamoDB Local. With `file` the data is
 * stored in this file, or beside it, otherwise in memory. DYNAMODB_ENDPOINT names another engine, which is then neither started
 * nor stopped. Throws a CliError if this platform has no engine or it does not respond.
 */
export async function startEngine({ file }: { file?: string } = {}): Promise<Engine> {
  const external = externalEngine();
  if (external) return external;
  const port = await freePort();
  const { ready, stop } = launchEngine(port, file);
  await ready;
  return { url: engineUrl(port), stop };
}

/** The engine that DYNAMODB_ENDPOINT names, if it does. */
export function externalEngine(): Engine | undefined {
  const url = process.env.DYNAMODB_ENDPOINT;
  return url ? { url, stop: async () => {} } : undefined;
}

export const engineUrl = (port: number): string => `http://127.0.0.1:${port}`;

/** A process of the engine. */
export type EngineProcess = {
  /** Absent if the program could not be started. */
  readonly pid: number | undefined;
  /** Resolves when it answers; rejects with a CliError if it ends before, or does not answer. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/** Starts a process of the engine. With `file` the data is stored in this file, or beside it, otherwise in memory. */
export function launchEngine(port: number, file?: string): EngineProcess {
  const [program, ...args] = engineCommand(port, file);
  const engine = spawn(
    program,
    args,
    // An engine with stored data gets no Ctrl-C from the terminal: this process stops it after the parts that use it. On Windows a
    // detached process has a console of its own, whose window is not shown.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: file !== undefined, windowsHide: true },
  );
  // Stops the engine whenever this process exits, except when it is killed.
  const killEngine = () => engine.kill('SIGKILL');
  process.once('exit', killEngine);
  let output = '';
  const ended = new Promise<void>((resolve) => {
    engine.once('exit', () => resolve());
    engine.once('error', (fault) => {
      output = fault.message;
      resolve();
    });
  });
  void ended.then(() => process.off('exit', killEngine));
  engine.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-2_000);
  });
  const ready = waitUntilReady(engineUrl(port), engine, () => output);
  return { pid: engine.pid, ready, ended, stop: () => stop(engine) };
}

/** Whether an engine answers at this address, so soon that its health is known within a second. */
export async function isAnswering(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(700) });
    return true;
  } catch {
    return false;
  }
}

async function waitUntilReady(
  url: string,
  engine: ChildProcess,
  output: () => string,
): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    if (hasEnded(engine))
      throw new CliError(`The database engine ended at once: ${output().trim()}`);
    if (await isAnswering(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  engine.kill('SIGKILL');
  throw new CliError(`The database engine did not answer at ${url} within 20 seconds.`);
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null || pid === undefined;

/** Stops the engine. Windows has no SIGTERM: there the first signal ends it like the last one, and the engine recovers from its file. */
function stop(engine: ChildProcess): Promise<void> {
  if (hasEnded(engine)) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => engine.kill('SIGKILL'), 400);
    engine.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    engine.kill('SIGTERM');
  });
}

/** Returns a port of the loopback interface that nobody uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A client of an engine on this machine. */
export const clientOf = (url: string) =>
  new DynamoDBClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

async function exists(client: DynamoDBClient, tableName: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: tableName }));
    return true;
  } catch (fault) {
    if ((fault as Error).name === 'ResourceNotFoundException') return false;
    throw fault;
  }
}

/** Deletes the table with its data, if it exists. */
export async function deleteTable(url: string, tableName: string): Promise<void> {
  const client = clientOf(url);
  if (await exists(client, tableName))
    await client.send(new DeleteTableCommand({ TableName: tableName }));
  client.destroy();
}

/**
 * Creates the table from its definition, unless it exists. It has no stream if nothing reads it, because each record in a
 * stream slows down the writes of the engine (docs/decisions/0007-emulators.md).
 */
export async function createTable(
  url: string,
  tableName: string,
  { stream = true }: { readonly stream?: boolean } = {},
): Promise<void> {
  const client = clientOf(url);
  if (!(await exists(client, tableName)))
    await client.send(new CreateTableCommand(tableRequest(tableName, { stream })));
  client.destroy();
}

function tableRequest(
  tableName: string,
  { stream }: { readonly stream: boolean },
): CreateTableCommandInput {
  const keyAttributes = [
    TABLE.partitionKey,
    TABLE.sortKey,
    ...TABLE.indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
  ];
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: keyAttributes.map((name) => ({
      AttributeName: name,
      AttributeType: 'S',
    })),
    KeySchema: keySchema(TABLE),
    GlobalSecondaryIndexes: TABLE.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection:
        index.projection === 'INCLUDE'
          ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.attributes] }
          : { ProjectionType: index.projection },
    })),
    ...(stream && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.stream },
    }),
  };
}

const keySchema = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];
