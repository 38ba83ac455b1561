import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Item } from '#functions/storage/table.ts';
import { refusalCodes } from '#lib/openapi/refusal-codes.ts';
import { isRead } from '#shared/api/function-definition.ts';
import type { areas } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { HOUR } from '#shared/time.ts';
import { operationList, usualCall } from '#test/usual-calls/usual-calls.ts';
import { type Answer, call } from '../../support/call.ts';
import { invariantViolations } from '../../support/invariant-checks.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { newPerson } from '../../support/people.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { SETTINGS, type World } from '../../support/world.ts';
import { type Bystanders, bystanders } from './bystanders.ts';
import { type GeneratedInput, inputOf, type Value } from './inputs.ts';

/*
 * Calls operations with unexpected inputs as several callers, and checks every answer against the definition. `npm run fuzz`
 * sends more inputs, with a new seed each time; a failure prints the command that repeats it.
 */

/** The inputs of each operation; in `npm test` as many as one preparation of the data suffices for. */
export const INPUTS = Number(process.env.FUZZ_INPUTS ?? 30);
const { FUZZ_SEED = process.env.FUZZ_INPUTS && Date.now() % 2 ** 31 } = process.env;
/** The data of the usual call is created again after this many inputs of an operation that writes. */
const INPUTS_PER_PREPARATION = 30;

type Operation = { readonly area: string; readonly definition: OperationSpec };
type Usual = Awaited<ReturnType<typeof usualCall>>;
type Caller = 'party' | 'stranger' | 'nobody';

export function operationsOf(...names: (keyof typeof areas)[]): (Operation & { name: string })[] {
  return operationList()
    .filter(({ area }) => (names as string[]).includes(area))
    .map((operation) => ({ ...operation, name: operation.definition.name }));
}

/** Prepares the world of a test file that calls the operations of some areas: no rate limits, and two bystanders. */
export async function prepareFuzzing(world: World, ...names: (keyof typeof areas)[]) {
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, peoplePerAddress: 1_000 });
  // Rate limits would refuse nearly all calls; they have tests of their own.
  for (const { definition } of operationList())
    for (const limit of definition.limits) (limit as { max: number }).max = 1_000_000;
  return { world, others: await bystanders(world), codes: await refusalCodes(names) };
}

export type Fuzzing = Awaited<ReturnType<typeof prepareFuzzing>>;

/** The given seed, or one that follows from the code of these files of functions/: each version of it gets inputs of its own. */
export function seedFrom(...files: readonly string[]): number {
  if (FUZZ_SEED) return Number(FUZZ_SEED);
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(FUNCTIONS, file)));
  return hash.digest().readUInt32BE() % 2 ** 31;
}

const FUNCTIONS = join(import.meta.dirname, '../../../functions');

/** Sends generated inputs to an operation. Rejects at the first wrong answer, with the smallest input that causes one. */
export async function fuzz({ world, others, codes }: Fuzzing, operation: Operation) {
  const { area, definition } = operation;
  const described = codes.get(definition.name) ?? [];
  const seed = seedFrom(`${area}/${definition.name}.ts`);
  let [usual, stranger, made]: [Usual | undefined, string, number] = [undefined, '', 0];
  const writes = definition.uses.some((use) => !isRead(use));
  const mostPerPreparation = writes ? INPUTS_PER_PREPARATION : INPUTS;
  const asked = fc.record({
    input: inputOf(definition),
    caller: fc.constantFrom<Caller>('party', 'party', 'stranger', 'nobody'),
    json: fc.boolean(),
    isRepeated: fc.nat(9).map((nth) => nth === 0),
  });
  const property = fc.asyncProperty(asked, async ({ input, caller, json, isRepeated }) => {
    if (!usual || made++ % mostPerPreparation === 0) {
      usual = await usualCall(world, area, definition);
      stranger = (await newPerson(world, { licenseId: 'STARTER' })).token;
    }
    const { handler, options } = usual;
    const filled = fillIn(input, usual.input, others);
    const sent = json && options.method === 'POST' ? filled : asText(filled);
    const token = { party: options.token, stranger, nobody: undefined }[caller];
    // One call in ten repeats an idempotency key.
    const headers = { ...options.headers, ...(!isRepeated && { 'idempotency-key': randomUUID() }) };
    const answer = await call(handler, sent, { ...options, token, json, headers });
    const wrong = wrongWith(answer, definition, described, others);
    if (wrong) throw new Error(`${wrong}\nsent: ${JSON.stringify(sent).slice(0, 2_000)}`);
  });
  const again = `FUZZ_SEED=${seed} FUZZ_INPUTS=${INPUTS} npm run fuzz -- -t ${definition.name}`;
  await fc.assert(property, { numRuns: INPUTS, seed }).catch((fault: Error) => {
    throw new Error(
      `${definition.name}; again: ${again}\n${fault.message}\n${String(fault.cause ?? '')}`,
    );
  });
}

function fillIn(
  input: GeneratedInput,
  usual: Readonly<Record<string, unknown>>,
  { ids, cursors }: Bystanders,
): Record<string, unknown> {
  const resolve = (name: string, value: Value): unknown => {
    switch (value.is) {
      case 'usual':
        return usual[name];
      case 'absent':
        return undefined;
      case 'foreign id':
        return ids[value.nth % ids.length];
      case 'foreign cursor':
        return cursors[value.nth % cursors.length];
      case 'given':
        return value.value;
    }
  };
  const filled = Object.entries(input).map(
    ([name, value]) => [name, resolve(name, value)] as const,
  );
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** Converts all values to text, as in a form, which has lists only as repeated names. */
const asText = (sent: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(textOf) : textOf(value),
    ]),
  );

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Describes what is wrong with an answer; undefined if nothing is. */
function wrongWith(
  { http, body }: Answer,
  definition: OperationSpec,
  codes: readonly RefusalCode[],
  { secrets }: Bystanders,
) {
  const text = JSON.stringify(body);
  const secret = secrets.find((one) => text.includes(one));
  if (secret) return `the answer holds "${secret}" of somebody else: ${text}`;
  if (/"(pk|sk|gsi\dpk|passwordHash|secretHash)":|node_modules/.test(text))
    return `the answer holds what is of no concern to a caller: ${text}`;
  if (Object.keys(Object.prototype).length > 0) return 'every object has another property now';
  if (http === 200) return wrongOutput(body, definition);
  return wrongRefusal(http, body, definition, codes);
}

function wrongOutput(body: unknown, { output }: OperationSpec) {
  const read = z.safeDecode(output, body as never);
  return read.success ? undefined : `the output is not as defined: ${read.error.message}`;
}

function wrongRefusal(
  http: number,
  body: Answer['body'],
  { input }: OperationSpec,
  codes: readonly RefusalCode[],
) {
  const text = JSON.stringify(body);
  const code = body.status as RefusalCode;
  if (!codes.includes(code)) return `the operation does not describe this refusal: ${text}`;
  const refusal = REFUSALS[code];
  if (http >= 500 || refusal?.http !== http)
    return `${http} is no refusal that is defined: ${text}`;
  if (typeof body.message !== 'string' || body.message === '') return `no sentence: ${text}`;
  const unknown = Object.keys(body.fields ?? {}).filter(
    (field) => field !== 'Idempotency-Key' && !Object.hasOwn(input.shape, field),
  );
  return unknown.length > 0 ? `it names fields that there are not: ${unknown}` : undefined;
}

/** Checks after all calls that the ledger sums to zero and agrees with Stripe, and that the simulation's invariants hold. */
export async function expectWholeWorld(world: World): Promise<void> {
  world.advance(2 * HOUR);
  await world.stripe.runDue();
  await runSchedules();
  await expectLedgerMatchesStripe(world);
  const items = await scanTable(world.tableName);
  const planted = plantedIds(items);
  // The simulation has no help tickets, so its invariants would report a missing payment.
  const found = invariantViolations(world, items).filter(
    (one) => !one.endsWith('is of no plan') && !planted.some((id) => one.includes(id)),
  );
  expect(found).toEqual([]);
}

/**
 * The ids in seeded long lists (test/support/plant-conversations.ts), whose conversations have no payments; the invariants do not apply to
 * them.
 */
function plantedIds(items: readonly Item[]): string[] {
  const texts = items
    .map((item) => JSON.stringify(item))
    .filter((text) => text.includes('cus_planted'));
  return [...new Set(texts.flatMap((text) => text.match(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g) ?? []))];
}
