import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { type Command, dynamodbLocal } from './dynamodb-local.ts';

/** The platforms with a build of the embedded engine, each an optional dependency: `@dynoxide/<platform>`. */
export const ENGINE_PLATFORMS: readonly string[] = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64',
  'linux-x64',
  'win32-x64',
];

/** Returns the path of a file of a package. Throws if it is not installed. */
type Resolve = (id: string) => string;

/**
 * The command of the engine: of the embedded one if its package is installed, of a `dynoxide` on the PATH, or of DynamoDB
 * Local, which comes first if DYNAMODB_LOCAL is set. Throws a CliError that says how to get one if there is none.
 */
export function engineCommand(
  port: number,
  file: string | undefined,
  resolve: Resolve = createRequire(import.meta.url).resolve,
): Command {
  const named = process.env.DYNAMODB_LOCAL && dynamodbLocal(port, file);
  if (named) return named;
  const embedded = packagedEngine(resolve) ?? engineOnPath();
  if (embedded) {
    const dataArgs = file === undefined ? [] : ['--db-path', file];
    return [embedded, '--host', '127.0.0.1', '--port', String(port), ...dataArgs];
  }
  const fallback = dynamodbLocal(port, file);
  if (fallback) return fallback;
  throw new CliError(noEngineMessage());
}

const platform = (): string => `${process.platform}-${process.arch}`;
const program = (): string => (process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');

function packagedEngine(resolve: Resolve): string | undefined {
  try {
    return resolve(`@dynoxide/${platform()}/${program()}`);
  } catch {
    return undefined;
  }
}

const engineOnPath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program()))
    .find((path) => existsSync(path));

function noEngineMessage(): string {
  const others =
    'put a dynoxide on the PATH, or name the address of a DynamoDB-compatible engine that runs (DYNAMODB_ENDPOINT=http://127.0.0.1:8000), or unpack DynamoDB Local into .dynamodb-local, which needs Java.';
  return ENGINE_PLATFORMS.includes(platform())
    ? `The package of the database engine for this machine, @dynoxide/${platform()}, is not installed: npm ci installs it, unless optional packages are left out or the registry has none. Otherwise ${others}`
    : `There is no embedded database engine for ${platform()}: ${others}`;
}
