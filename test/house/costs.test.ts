import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CONVERSATION } from '../../bench/costs/conversation.ts';
import {
  dollarsAtStripe,
  dollarsOfConversation,
  dollarsOfStage,
  usageOfConversation,
} from '../../bench/costs/estimate.ts';
import { costSection, withCosts } from '../../bench/costs/sentences.ts';
import { OPERATION_COSTS } from '../../bench/operation-costs.ts';
import { ROOT } from './source-files.ts';

/* What the handbook says a conversation costs. */

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
