import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedOf } from '../../lib/grants/asked.ts';
import type { Seen } from '../../lib/grants/grants.ts';
import { watchAws } from '../../lib/grants/watch.ts';
import { SECRET_NAMES, secretNameIn, secretVariable } from '../../shared/secret-names.ts';

/*
 * Writes down what each function asks of AWS while tests call it: which action, of what. recording-transform.js puts
 * every handler into `recorded`; what a test itself asks for is nobody's. grants-reporter.js names the folder, and
 * reads it when the run has ended.
 */

const folder = process.env.GRANTS_RECORDINGS;
const running = new AsyncLocalStorage<string>();
const known = new Set<string>();
const warm = new Set<string>();

if (folder) {
  watchAws((request) => {
    const name = running.getStore();
    if (name !== undefined) for (const asked of askedOf(request)) write([name, asked]);
    if (name !== undefined && request.service === 'secretsmanager') {
      const { SecretId: id = '' } = JSON.parse(request.body) as { readonly SecretId?: string };
      warm.add(`${name} ${secretNameIn(id)}`);
    }
    return undefined;
  });
  readSecretsEach();
}

function write(seen: Seen): void {
  const line = `${JSON.stringify(seen)}\n`;
  if (known.has(line)) return;
  known.add(line);
  appendFileSync(join(folder ?? '', `${process.pid}.jsonl`), line);
}

type Handler = (...given: unknown[]) => unknown;

/** The same handler, known by its name in what is written down. */
export function recorded(name: string, handler: Handler): Handler {
  if (!folder) return handler;
  return (...given) => {
    write([name]);
    return running.run(name, () => handler(...given));
  };
}

/**
 * Each function has a process of its own where it is deployed, and reads the secrets there; here the first would read
 * them for all others. They are kept by the name they are read under, so each finds one of its own until it has read them.
 */
function readSecretsEach(): void {
  for (const secret of SECRET_NAMES) {
    let real = process.env[secretVariable(secret)];
    Object.defineProperty(process.env, secretVariable(secret), {
      configurable: true,
      enumerable: true,
      get: () => {
        const name = running.getStore();
        const isCold = name !== undefined && !warm.has(`${name} ${secret}`);
        return isCold && real?.startsWith('local') ? `${real} of ${name}` : real;
      },
      set: (value: string) => {
        real = value;
      },
    });
  }
}
