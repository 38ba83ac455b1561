import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { bundleSimulation, ROOT } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';

/* Random histories. A failing one prints its steps and its seed: npm run simulate -- --seed <seed>. */

const IN_CI = process.env.CI === 'true';
/** How many fresh histories in CI, and the known ones everywhere. */
const FRESH = 150;
const KNOWN = '1-250';
const MORE = '251-260';
/** Histories that are played on the real engine as well, which takes much longer. */
const SAMPLE = '1-6';

/**
 * How often each thing happens in the known ones at the least: about half of what it was when it was counted. Where nothing
 * happens everything holds, so fewer would mean that nobody looks any more.
 */
const LEAST: Readonly<Record<string, number>> = {
  'order UNDONE': 100,
  'order EXPIRED': 100,
  'entry paid': 400,
  'entry answered': 100,
  'entry returned': 240,
  'entry reported': 45,
  'entry takenBack': 90,
  'entry frozen': 15,
  'entry freed': 4,
  'entry lost': 4,
  'entry subscription': 230,
  'entry referral': 25,
  'entry payoutPaid': 30,
  'payout WAITING': 25,
  'dispute won': 20,
  'dispute lost': 20,
  'createInbox SUCCESS': 120,
  'createInboxWithPayment SUCCESS': 180,
  'createInboxWithPayment CARD_ACTION_REQUIRED': 60,
  'createInboxWithPayment CARD_DECLINED': 35,
  'createInboxWithPayment PRICE_CHANGED': 20,
  'createInboxWithPayment NOT_ACCEPTING': 25,
  'createInboxWithPayment crashed': 35,
  'createInboxMessage WRONG_STATUS': 15,
  'cancelOrder WRONG_STATUS': 14,
  'saveDraft SUCCESS': 230,
  'saveDraft DRAFT_CHANGED': 14,
  'createInboxWithPayment DRAFT_CHANGED': 9,
  'draft sent': 55,
  'draft deleted': 15,
  'draft changed during payment': 3,
  'createInboxMessage repeated': 5,
  'cancelOrder repeated': 3,
  'declineInbox repeated': 3,
  'reportInbox repeated': 3,
};

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation();
}, 60_000);

test('whatever people, banks, schedules and crashes bring about, the money comes right in the end', async () => {
  const { report, output } = await runBundle(bundle, '--seeds', KNOWN);
  if (report.failures.length > 0) process.stdout.write(output);
  expect(report.failures).toEqual([]);
  expect(report.histories).toBe(250);
  const seldom = Object.entries(LEAST).filter(
    ([name, least]) => (report.coverage[name] ?? 0) < least,
  );
  expect(
    seldom.map(([name, least]) => `${name}: ${report.coverage[name] ?? 0} of ${least}`),
  ).toEqual([]);
}, 300_000);

/** Fresh histories: other code plays others, and the same code the same, so that what failed fails again. */
function freshSeeds(): string {
  const code = readFileSync(bundle, 'utf8').replaceAll(ROOT, '');
  const first = createHash('sha256').update(code).digest().readUInt32BE();
  return `${first}-${first + FRESH - 1}`;
}

test('and so it does in histories that nobody has seen before', async () => {
  // Fresh ones where somebody waits for them anyway; elsewhere a few more that are known.
  const { report, output } = await runBundle(bundle, '--seeds', IN_CI ? freshSeeds() : MORE);
  if (report.failures.length > 0) process.stdout.write(output);
  expect(report.failures).toEqual([]);
  expect(report.histories).toBe(IN_CI ? FRESH : 10);
}, 300_000);

test('a seed is one history, to the last step', async () => {
  for (const seed of ['7', '42']) {
    const [one, other] = await Promise.all([
      runBundle(bundle, '--seed', seed),
      // Whatever was played before leaves no trace.
      runBundle(bundle, '--seeds', `${Number(seed) - 2}-${seed}`, '--steps'),
    ]);
    const steps = stepsOf(one.output);
    expect(steps.length).toBeGreaterThan(50);
    expect(stepsOf(other.output).slice(-steps.length)).toEqual(steps);
  }
}, 60_000);

test('the model of the table and the real engine end with the same items', async () => {
  const [modelled, real] = await Promise.all(
    ['model', 'real'].map((engine) =>
      runBundle(bundle, '--seeds', SAMPLE, '--items', '--engine', engine),
    ),
  );
  const [one, other] = [itemsOf(modelled?.output), itemsOf(real?.output)];
  expect(one).toHaveLength(6);
  expect(one.flat().length).toBeGreaterThan(200);
  expect(one).toEqual(other);
}, 300_000);

/** Every item of each history. */
const itemsOf = (output = ''): unknown[][] =>
  output
    .split('\n')
    .flatMap((line) =>
      line.startsWith('items ') ? [JSON.parse(line.slice('items '.length))] : [],
    );
const stepsOf = (output: string) =>
  output.split('\n').filter((line) => /^\d{4}-\d\d-\d\dT/.test(line));
