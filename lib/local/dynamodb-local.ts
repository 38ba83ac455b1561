import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../cli-error.ts';

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** The folder of DynamoDB Local, as its archive unpacks: DYNAMODB_LOCAL, or `.dynamodb-local` beside package.json. */
const FOLDER = process.env.DYNAMODB_LOCAL ?? join(import.meta.dirname, '../../.dynamodb-local');

/**
 * The command that starts DynamoDB Local, the engine of AWS for tests, from a folder; undefined if there is no such folder. It
 * has no option for an address and listens on all addresses of this machine. Throws a CliError if Java is missing, or the
 * folder has no engine. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 */
export function dynamodbLocal(port: number, file: string | undefined): Command | undefined {
  const jar = join(FOLDER, 'DynamoDBLocal.jar');
  if (!existsSync(jar) && process.env.DYNAMODB_LOCAL)
    throw new CliError(`DYNAMODB_LOCAL=${FOLDER} has no DynamoDBLocal.jar.`);
  if (!existsSync(jar)) return undefined;
  if (spawnSync('java', ['-version']).status !== 0)
    throw new CliError(`DynamoDB Local in ${FOLDER} needs Java: there is no java that runs.`);
  const dataArgs = file === undefined ? ['-inMemory'] : ['-dbPath', dirname(file)];
  const library = `-Djava.library.path=${join(FOLDER, 'DynamoDBLocal_lib')}`;
  return ['java', library, '-jar', jar, '-port', String(port), '-sharedDb', ...dataArgs];
}
