import * as z from 'zod/mini';
import type { Cents } from '#shared/money.ts';
import { HOUR, type Instant } from '#shared/time.ts';
import { parsedJson } from '#web/api/parsed-json.ts';
import { tabStorage } from '#web/api/storage.ts';
import { type Entry, OUTCOMES } from './answer-session.ts';

/*
 * The entries of the answer session of this tab, so that their order and the total survive a reload or a visit to another screen.
 * Signing out removes them.
 */

const KEY = 'answerSession';
/** A visit after this time begins a new session. */
const GOES_ON_FOR = 4 * HOUR;

const stored = z.object({
  at: z.number(),
  entries: z.array(
    z.object({
      id: z.string(),
      netEarnings: z.int(),
      deadlineAt: z.number(),
      outcome: z.optional(z.enum(OUTCOMES)),
      isPaused: z.optional(z.boolean()),
    }),
  ),
});

/** The entries of the session to continue; none if a new one begins. */
export function readEntries(now: number): readonly Entry[] {
  const { data } = stored.safeParse(parsedJson(tabStorage.getItem(KEY)));
  if (!data || now - data.at > GOES_ON_FOR) return [];
  return data.entries.map((entry) => ({
    ...entry,
    netEarnings: entry.netEarnings as Cents,
    deadlineAt: entry.deadlineAt as Instant,
  }));
}

export function storeEntries(entries: readonly Entry[], now: number): void {
  tabStorage.setItem(KEY, JSON.stringify({ at: now, entries }));
}
