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
import { costSection } from '../../bench/costs/sentences.ts';
import { DOCUMENTS } from '../../bench/documents.ts';
import { OPERATION_COSTS } from '../../bench/operation-costs.ts';
import { ROOT } from './source-files.ts';

/* The costs of operations and conversations in the documents equal the computed ones. */

test.each(Object.entries(DOCUMENTS))(
  '%s has the costs that the code computes; npm run accept writes them',
  (path, withFigures) => {
    const document = readFileSync(join(ROOT, path), 'utf8');
    expect(withFigures(document)).toBe(document);
  },
);

test('every operation of a paid conversation has a measured cost', () => {
  const named = Object.values(CONVERSATION).flatMap((part) => Object.keys(part));
  expect(named.filter((name) => !(name in OPERATION_COSTS))).toEqual([]);
});

test('the estimated units include those of its operations, and every amount is positive', () => {
  const { writes } = usageOfConversation();
  const { createInbox, createInboxMessage } = OPERATION_COSTS;
  expect(writes).toBeGreaterThan(createInbox.cost.writes + 1.8 * createInboxMessage.cost.writes);
  const amounts = [dollarsOfConversation(), dollarsAtStripe(), dollarsOfStage()].flatMap((part) =>
    Object.values(part),
  );
  expect(amounts.filter((amount) => !(amount > 0 && Number.isFinite(amount)))).toEqual([]);
  expect(costSection()).toMatch(/\*\*AWS\*\* \| \$[\d.]+ \| \$[\d,]+ \|/);
});

test('the worst day of text messages to new numbers costs at most a fifth of a monthly budget of $50 or more', () => {
  for (const month of [50, 100, 1_000])
    expect(worstDayOfTexts(month).most).toBeLessThanOrEqual(month / 5);
  expect(worstDayOfTexts(1)).toEqual({ freeTexts: 6, texts: 10, most: 1, listed: 1 });
  expect(costSection()).toContain('| $100 | 25 | 40 | $19 | $9.12 |');
});
