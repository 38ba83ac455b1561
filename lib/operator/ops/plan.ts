import type { Logger } from '@aws-lambda-powertools/logger';
import type { Payments } from '../../../functions/gateways/payments.ts';
import type { Subscriptions } from '../../../functions/gateways/subscriptions.ts';
import type { User } from '../../../functions/storage/accounts/users.ts';
import type { Act } from '../../../functions/storage/audit.ts';
import type { TableWriter } from '../../../functions/storage/table.ts';
import { newId } from '../../../shared/ids.ts';
import { type Instant, toIso } from '../../../shared/time.ts';

/** What an operator works with: the same storage, rules and gateways as the functions, and their own name. */
export type OpsDesk = {
  readonly table: TableWriter;
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  readonly now: Instant;
  readonly log: Logger;
  readonly who: string;
};

/** The word of who acts: what was typed, and why. */
export type Word = { readonly command: string; readonly reason: string };

/**
 * What a command says before anything is done. `act` does it, and answers what came of it; absent where there is nothing
 * to do. It decides again on the facts of its own moment.
 */
export type Plan = {
  readonly says: readonly string[];
  readonly act?: (word: Word) => Promise<readonly string[]>;
};

/** The audit is kept for good: it says the id of an account, not the name or the number that was typed. */
export const byId = (word: Word, command: string, { id }: Pick<User, 'id'>): Word => ({
  ...word,
  command: `${command} ${id}`,
});

/** The item that goes into the transaction of a deed. `about`: the id of an account or a conversation. */
export function actOf(
  { who, now }: Pick<OpsDesk, 'who' | 'now'>,
  word: Word,
  about: string,
  outcome: string,
): Act {
  return { id: newId(now), at: now, who, ...word, about, outcome };
}

/** `2026-11-21 14:03 UTC`. */
export const momentText = (at: Instant): string =>
  `${toIso(at).slice(0, 16).replace('T', ' ')} UTC`;
