import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CONVERSATION } from '../../bench/costs/conversation.ts';
import {
  dollarsAtStripe,
  dollarsOfConversation,
  dollarsOfStage,
  usageOfConversation,
  worstDayOfTexts,
} from '../../bench/costs/estimate.ts';
import { costSection, withCosts } from '../../bench/costs/sentences.ts';
import type { Cost } from '../../bench/meter.ts';
import { type Line, OPERATION_COSTS } from '../../bench/operation-costs.ts';
import { ROOT } from './source-files.ts';

/* What the documents say operations and conversations cost. */

const HANDBOOK = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

test('the handbook says what is computed; npm run costs -- --write brings it there', () => {
  expect(withCosts(HANDBOOK)).toBe(HANDBOOK);
});

test('every operation that a conversation is made of has a measured cost', () => {
  const named = Object.values(CONVERSATION).flatMap((part) => Object.keys(part));
  expect(named.filter((name) => !(name in OPERATION_COSTS))).toEqual([]);
});

test('the units are those of its operations and more, and every amount is one', () => {
  const { writes } = usageOfConversation();
  const { createInbox, createInboxMessage } = OPERATION_COSTS;
  expect(writes).toBeGreaterThan(createInbox.cost.writes + 1.8 * createInboxMessage.cost.writes);
  const amounts = [dollarsOfConversation(), dollarsAtStripe(), dollarsOfStage()].flatMap((part) =>
    Object.values(part),
  );
  expect(amounts.filter((amount) => !(amount > 0 && Number.isFinite(amount)))).toEqual([]);
  expect(costSection()).toMatch(/\*\*AWS\*\* \| \$[\d.]+ \| \$[\d,]+ \|/);
});

test('the worst day of text messages to new numbers spends at most a fifth of a month of $50 or more', () => {
  for (const month of [50, 100, 1_000])
    expect(worstDayOfTexts(month).most).toBeLessThanOrEqual(month / 5);
  expect(worstDayOfTexts(1)).toEqual({ freeTexts: 6, texts: 10, most: 1, listed: 1 });
  expect(costSection()).toContain('| $100 | 25 | 40 | $19 | $9.12 |');
});

test('the page on performance says of each operation what is measured, and how many are at the least', () => {
  const page = readFileSync(join(ROOT, 'docs/performance.md'), 'utf8');
  const lines: Readonly<Record<string, Line>> = OPERATION_COSTS;
  const cell = ({ calls, reads, writes }: Cost) => `${calls} · ${reads} · ${writes}`;
  const rows = [...page.matchAll(/^\| (\w+)(?:, [^|]+)? \| ([\d. ·]+) \| ([\d. ·]+) \|$/gm)];
  const said = rows.map(([, name, cost, least]) => ({ name, cost, least }));
  expect(said.length).toBeGreaterThan(10);
  expect(said).toEqual(
    said.map(({ name = '' }) => {
      const { cost, least = cost } = lines[name] as Line;
      return { name, cost: cell(cost), least: cell(least) };
    }),
  );
  const all = Object.values(lines);
  const atTheLeast = all.filter(({ least }) => !least).length;
  expect(page).toContain(`${atTheLeast} of ${all.length} lines are at the least.`);
});
