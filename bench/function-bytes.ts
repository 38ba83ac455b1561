import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Bundle, bundleFunctions, bundleSettings } from '../lib/bundle.ts';
import { functionDefinitions } from '../shared/api/all-functions.ts';
import type { Use } from '../shared/api/operation.ts';
import type { Weight } from './weight.ts';

/* The size of the code that each function loads at a cold start, by package and folder. */

type Outputs = Bundle['metafile']['outputs'];

/**
 * The file that functions/capabilities.ts loads for each capability, in addition to the handler's own imports.
 * Capabilities that are not listed load functions/storage/table.ts.
 */
const LOADED: Readonly<Partial<Record<Use, string>>> = {
  'search.write': 'functions/storage/search/search-index.ts',
  'views.record': 'functions/storage/profiles/profile-views.ts',
  'views.count': 'functions/storage/profiles/profile-views.ts',
  'chats.mark': 'functions/storage/chat/typing-and-read-receipts.ts',
  'chats.move': 'functions/storage/chat/chat-members.ts',
  'contacts.move': 'functions/storage/contacts/contacts.ts',
  'devices.write': 'functions/storage/notifications/devices.ts',
  push: 'functions/gateways/push.ts',
  payments: 'functions/gateways/payments.ts',
  cards: 'functions/gateways/cards.ts',
  subscriptions: 'functions/gateways/subscriptions.ts',
  statements: 'functions/gateways/statements.ts',
  payouts: 'functions/gateways/payouts.ts',
  sms: 'functions/gateways/sms.ts',
  media: 'functions/gateways/media.ts',
  tokenKeys: 'functions/gateways/secrets.ts',
  hashKey: 'functions/gateways/secrets.ts',
  publishableKey: 'functions/gateways/secrets.ts',
  webhookSecrets: 'functions/gateways/secrets.ts',
};

/**
 * Returns the size of each function by name: its own file, every chunk that it imports, and the packages of its
 * capabilities.
 */
export async function functionWeights(): Promise<Record<string, Weight>> {
  const directory = mkdtempSync(join(tmpdir(), 'replypaid-bytes-'));
  try {
    const { functions, metafile } = await bundleFunctions({ directory });
    return Object.fromEntries(
      functions.map(
        ({ name }) =>
          [name, weightOf([`functions/${name}.ts`, ...loadedBy(name)], metafile.outputs)] as const,
      ),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The handler with the AWS SDK that functions are compared with. */
const PLAIN = 'bench/plain-handler.ts';

/** Bundles the plain handler with the settings of the functions. Returns its file and the bytes that it loads. */
export async function bundlePlainHandler(directory: string) {
  const entry = join(import.meta.dirname, '..', PLAIN);
  const { metafile } = await build(bundleSettings([{ name: 'plain', entry }], directory));
  const { bytes } = weightOf([PLAIN], metafile.outputs);
  return { file: join(directory, 'plain.mjs'), bytes };
}

/** Returns the bundles that a function loads at a cold start: its own, and those of its capabilities. */
export function loadedOutputs(name: string, outputs: Outputs): readonly string[] {
  const entries = [`functions/${name}.ts`, ...loadedBy(name)];
  return Object.keys(outputs).filter((path) => entries.includes(outputs[path]?.entryPoint ?? ''));
}

function weightOf(entries: readonly string[], outputs: Outputs): Weight {
  const loaded = new Set<string>();
  for (const path of Object.keys(outputs))
    if (entries.includes(outputs[path]?.entryPoint ?? '')) follow(path, outputs, loaded);
  const parts: Record<string, number> = {};
  let bytes = 0;
  for (const path of loaded) {
    bytes += outputs[path]?.bytes ?? 0;
    for (const [input, { bytesInOutput }] of Object.entries(outputs[path]?.inputs ?? {}))
      parts[partOf(input)] = (parts[partOf(input)] ?? 0) + bytesInOutput;
  }
  return { bytes, parts };
}

function follow(output: string, outputs: Outputs, seen: Set<string>): void {
  if (seen.has(output)) return;
  seen.add(output);
  for (const { path, kind, external } of outputs[output]?.imports ?? [])
    if (kind === 'import-statement' && !external) follow(path, outputs, seen);
}

function loadedBy(name: string): readonly string[] {
  const uses = functionDefinitions.get(name)?.uses ?? [];
  return uses.map((use) => LOADED[use] ?? 'functions/storage/table.ts');
}

/** Returns the package of a module, or the folder for a module of this repository. */
function partOf(input: string): string {
  const names = [...input.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)];
  return names.at(-1)?.[1] ?? input.split('/').slice(0, 2).join('/').replace(/\.ts$/, '');
}
