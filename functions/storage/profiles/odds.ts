import { ODDS_TIME, type Outcomes, outcomeOf, withOutcome } from '#shared/rules/profiles/odds.ts';
import { type Instant, instant, later, toSeconds } from '#shared/time.ts';
import { missingOr } from '../conditions.ts';
import { conversationById } from '../conversations/conversations.ts';
import { type Key, oddsKey } from '../keys.ts';
import { put, type TableReader, type TableWriter } from '../table.ts';

/*
 * How the last orders of a recipient ended: one item, from which the profile computes the odds. It has a partition of its own, so
 * that IAM can limit the subscriber that writes it to it. The item expires when none of its outcomes counts any more.
 */

export type StoredOutcomes = { readonly outcomes: Outcomes; readonly version: number };

/** How the last orders of a recipient ended, as it is stored. */
export const outcomesOf = async (table: TableReader, recipientId: string): Promise<Outcomes> =>
  (await table.get<StoredOutcomes>(oddsKey(recipientId)))?.outcomes ?? {};

/** The most attempts. Only orders of the same recipient that end at the same moment conflict. */
const ATTEMPTS = 10;

/**
 * Brings the stored outcome of a conversation up to date. It writes what follows from the conversation as it is now, so repeated
 * and reordered events do no harm.
 */
export async function recordOutcome(
  table: TableWriter,
  recipientId: string,
  conversationId: string,
  now: Instant,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const stored = await table.get<StoredOutcomes>(oddsKey(recipientId));
    // Read after the outcomes, whose version is the condition of the write: a later state of the conversation is never overwritten.
    const conversation = await conversationById(table, conversationId, now);
    const outcome = conversation && outcomeOf(conversation);
    const outcomes = withOutcome(stored?.outcomes ?? {}, conversationId, outcome, now);
    if (!outcomes) return;
    const version = stored?.version ?? 0;
    const done = await table.write(
      put(storedOutcomes(recipientId, { outcomes, version: version + 1 }, now), {
        when: { version: missingOr(version) },
        otherwise: 'CHANGED',
      }),
    );
    if (done === 'done') return;
  }
  throw new Error(`the outcome of conversation ${conversationId} could not be recorded`);
}

/** The table item of a recipient's outcomes. */
export function storedOutcomes(
  recipientId: string,
  stored: StoredOutcomes,
  now: Instant,
): Key & StoredOutcomes & { readonly expiresAt: number } {
  const newest = Object.values(stored.outcomes).reduce((last, { at }) => Math.max(last, at), 0);
  const counting = later(newest === 0 ? now : instant(newest), ODDS_TIME);
  return { ...oddsKey(recipientId), ...stored, expiresAt: toSeconds(counting) };
}
