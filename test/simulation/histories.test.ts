import { beforeAll, expect, test } from '@jest/globals';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { bundleSimulation } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';
import { addCoverage } from './coverage.ts';
import { NEVER_CALLED } from './never-called.ts';

/* Random histories. A failing one prints its steps and its seed: npm run simulate -- --seed <seed>. */

/** The subscribers that the known histories never reach, with the reason. */
const NOT_IN_HISTORIES = {
  'subscriber indexPublicAnswers':
    'In a history of few steps hardly two people agree that an answer becomes public; test/functions/public-answers does.',
};
/** The histories with the seeds from 1 to this one are always the same. */
const KNOWN_SEEDS = 250;
/** The number of further histories, which take ten seconds on two idle processors; the nightly run has more. */
const FURTHER_HISTORIES = Number(process.env.FURTHER_HISTORIES ?? 50);
/**
 * The first seed of the further histories. It is the same for every version of the code, so that a run fails because of the change
 * that it checks; the nightly run begins at another one each time.
 */
const FIRST_FURTHER_SEED = Number(process.env.FIRST_SEED ?? 1_000_000);
/**
 * Seeds that also run on the real engine, which takes much longer; the last two have transient faults. Their reads are not stale,
 * because those of the real engine never are. In some others a repeated request makes one more read on the real engine, so that
 * the rest of the history differs.
 */
const ENGINE_SEEDS = '1-1,4-4,11-11,19-19,3-3,8-8';

/**
 * The minimum number of occurrences in the known histories: about half of the number at the time of writing. With
 * fewer the histories would no longer cover the case, and invariants would hold trivially.
 */
const MINIMUM_COUNTS: Readonly<Record<string, number>> = {
  'order UNDONE': 64,
  'order EXPIRED': 70,
  'entry paid': 219,
  'entry answered': 65,
  'entry returned': 129,
  'entry reported': 27,
  'entry takenBack': 61,
  'entry frozen': 6,
  'entry freed': 1,
  'entry lost': 2,
  'entry subscription': 154,
  'entry referral': 14,
  'entry payoutPaid': 8,
  'payout WAITING': 10,
  'dispute won': 12,
  'dispute lost': 15,
  'dispute with evidence': 6,
  'fraud warning': 4,
  'createInbox SUCCESS': 62,
  'createInboxWithPayment SUCCESS': 99,
  'createInboxWithPayment CARD_ACTION_REQUIRED': 28,
  'createInboxWithPayment CARD_DECLINED': 19,
  'createInboxWithPayment PRICE_CHANGED': 12,
  'createInboxWithPayment NOT_ACCEPTING': 10,
  'createInboxWithPayment crashed': 20,
  'createInboxMessage WRONG_STATUS': 9,
  'cancelOrder WRONG_STATUS': 3,
  'saveDraft SUCCESS': 168,
  'saveDraft DRAFT_CHANGED': 7,
  'createInboxWithPayment DRAFT_CHANGED': 4,
  'draft sent': 32,
  'draft deleted': 9,
  'draft changed during payment': 1,
  'attachment sent': 5,
  'createInboxMessage repeated': 5,
  'cancelOrder repeated': 2,
  'declineInbox repeated': 1,
  'reportInbox repeated': 2,
  'Stripe timeouts': 50,
  'Stripe conflicts': 15,
};

/** The minimum number of operations that the known histories call: rare ones may be missing after any change. */
const MINIMUM_CALLED = 160;

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation();
});

/** Runs seeds in two processes at the same time, and prints the histories that failed. */
async function runSeeds(first: number, count: number) {
  const half = count >> 1;
  const ranges = [
    [first, first + half - 1],
    [first + half, first + count - 1],
  ];
  const runs = await Promise.all(
    ranges.map((range) => runBundle(bundle, '--seeds', range.join('-'))),
  );
  for (const { report, output } of runs)
    if (report.failures.length > 0) process.stdout.write(output);
  return {
    failures: runs.flatMap(({ report }) => report.failures),
    histories: runs.reduce((sum, { report }) => sum + report.histories, 0),
    coverage: runs.map(({ report }) => report.coverage).reduce(addCoverage),
    inTables: runs.flatMap(({ report }) => report.operations),
  };
}

/** Whether an operation may change a conversation, the ledger or a payment. Others are in the tables where money depends on them. */
const changesMoney = ({ uses }: OperationSpec) =>
  (['conversations.write', 'ledger.append', 'payments'] as const).some((use) => uses.includes(use));

test('every invariant holds after random histories with crashes and faults', async () => {
  const { failures, histories, coverage, inTables } = await runSeeds(1, KNOWN_SEEDS);
  expect(failures).toEqual([]);
  expect(histories).toBe(KNOWN_SEEDS);
  const called = new Set(Object.keys(coverage).map((name) => name.split(' ')[0]));
  const occurring = Object.keys(operations).filter((name) => called.has(name));
  const forgotten = Object.values<OperationSpec>(operations)
    .filter(changesMoney)
    .map(({ name }) => name)
    .filter((name) => !called.has(name) && !inTables.includes(name) && !(name in NEVER_CALLED));
  expect(forgotten).toEqual([]);
  expect(occurring.length).toBeGreaterThan(MINIMUM_CALLED);
  const things = [
    ...Object.keys(schedules).map((name) => `job ${name}`),
    ...Object.keys(subscribers).map((name) => `subscriber ${name}`),
  ];
  const missing = things.filter((name) => !coverage[name]);
  expect(missing.filter((name) => !(name in NOT_IN_HISTORIES))).toEqual([]);
  const tooRare = Object.entries(MINIMUM_COUNTS).filter(
    ([name, least]) => (coverage[name] ?? 0) < least,
  );
  expect(tooRare.map(([name, least]) => `${name}: ${coverage[name] ?? 0} of ${least}`)).toEqual([]);
});

test('every invariant holds after further histories', async () => {
  const { failures, histories, coverage } = await runSeeds(FIRST_FURTHER_SEED, FURTHER_HISTORIES);
  expect(failures).toEqual([]);
  expect(histories).toBe(FURTHER_HISTORIES);
  // The known histories rarely repeat it. Other seeds than these may not at all.
  if (process.env.FIRST_SEED === undefined)
    expect(coverage['declineInbox repeated']).toBeGreaterThanOrEqual(2);
});

test('a seed always gives the same history, step by step', async () => {
  for (const seed of ['4', '42']) {
    const [one, other] = await Promise.all([
      runBundle(bundle, '--seed', seed),
      // Earlier histories in the same process must have no effect.
      runBundle(bundle, '--seeds', `${Number(seed) - 2}-${seed}`, '--steps'),
    ]);
    const steps = stepsOf(one.output);
    expect(steps.length).toBeGreaterThan(50);
    expect(stepsOf(other.output).slice(-steps.length)).toEqual(steps);
  }
});

test('a history ends with the same items on the table model and on DynamoDB Local', async () => {
  const [modelled, real] = await Promise.all(
    ['model', 'real'].map((engine) =>
      runBundle(bundle, '--seeds', ENGINE_SEEDS, '--items', '--engine', engine),
    ),
  );
  const [one, other] = [itemsOf(modelled?.output), itemsOf(real?.output)];
  expect(one).toHaveLength(6);
  expect(one.flat().length).toBeGreaterThan(200);
  expect(one).toEqual(other);
});

/** The items of each history. */
const itemsOf = (output = ''): unknown[][] =>
  output
    .split('\n')
    .flatMap((line) =>
      line.startsWith('items ') ? [JSON.parse(line.slice('items '.length))] : [],
    );
const stepsOf = (output: string) =>
  output.split('\n').filter((line) => /^\d{4}-\d\d-\d\dT/.test(line));
