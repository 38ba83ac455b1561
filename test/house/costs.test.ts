import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  dollarsByPolling,
  dollarsWithHints,
  hintsIn,
  pollingIsCheaperFrom,
  pollsIn,
} from '#bench/costs/chat-hours.ts';
import { CONVERSATION } from '#bench/costs/conversation.ts';
import {
  dollarsAtStripe,
  dollarsOfConversation,
  dollarsOfStage,
  usageOfConversation,
  worstDayOfTexts,
} from '#bench/costs/estimate.ts';
import { costSection } from '#bench/costs/sentences.ts';
import { DOCUMENTS } from '#bench/documents.ts';
import { OPERATION_COSTS } from '#bench/operation-costs.ts';
import { ROOT } from './source-files.ts';

/* The costs of operations and conversations in the documents equal the computed ones. */

test.each(Object.entries(DOCUMENTS))(
  '%s has what the code computes; npm run accept writes it',
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

describe('an hour of a chat', () => {
  const direct = { members: 2, looking: 2 };

  test('polls more often the more messages come, at most every five seconds', () => {
    const polls = [0, 1, 20, 720].map((messages) => pollsIn({ ...direct, messages }));
    expect(polls).toEqual([...polls].sort((one, other) => one - other));
    expect(polls[0]).toBe(85);
    expect(polls.at(-1)).toBe(720);
  });

  test('has no hints without messages, and hints to each member for each of them', () => {
    expect(hintsIn({ ...direct, messages: 0 })).toEqual({ published: 0, delivered: 0 });
    // The message for both, three of typing for the other person, and a receipt for both.
    expect(hintsIn({ ...direct, messages: 1 })).toEqual({ published: 7, delivered: 7 });
    // Ten members, of whom only the writer has the chat open.
    expect(hintsIn({ members: 10, looking: 1, messages: 1 })).toEqual({
      published: 10 + 3 * 9,
      delivered: 1,
    });
  });

  test.each([direct, { members: 10, looking: 5 }, { members: 50, looking: 10 }])(
    'costs less by polling from the number of messages that is printed: $members members',
    (people) => {
      const from = pollingIsCheaperFrom(people) ?? Number.NaN;
      const saved = (messages: number) =>
        dollarsWithHints({ ...people, messages }) - dollarsByPolling({ ...people, messages });
      expect(from).toBeGreaterThan(0);
      expect(saved(0)).toBeLessThan(0);
      expect(saved(from)).toBeGreaterThan(0);
      expect(saved(from - 1)).toBeLessThanOrEqual(0);
    },
  );
});
