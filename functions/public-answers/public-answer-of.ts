import { Refusal } from '#shared/refusals.ts';
import { ANSWER_WITHDRAWN, NO_SUCH_ANSWER } from '#shared/rules/public-answers/address.ts';
import type { Instant } from '#shared/time.ts';
import { holderOfUsername, isPublic, type User, userById } from '../storage/accounts/users.ts';
import { copyById, type PublicCopy, shownOf } from '../storage/public-answers/public-answers.ts';
import type { TableReader } from '../storage/table.ts';

/*
 * The public answer of an address. WITHDRAWN: it was public, and is no more. NOT_FOUND: the creator has no such answer, or it was never
 * public, or nobody may see it for now.
 */
export type FoundAnswer =
  | { readonly outcome: 'SHOWN'; readonly copy: PublicCopy; readonly creator: User }
  | { readonly outcome: 'WITHDRAWN'; readonly creator: User }
  | { readonly outcome: 'NOT_FOUND'; readonly creator: User | undefined };

/** Finds the public answer at an address. An earlier username leads to the creator who had it. */
export async function publicAnswerAt(
  table: TableReader,
  username: string,
  id: string,
  now: Instant,
): Promise<FoundAnswer> {
  const creator = await creatorOf(table, username, now);
  const copy = creator && (await copyById(table, id));
  if (!creator || copy?.creatorId !== creator.id) return { outcome: 'NOT_FOUND', creator };
  const [shown] = await shownOf(table, [copy]);
  if (shown) return { outcome: 'SHOWN', copy, creator };
  // What was proposed and never public leaves no trace.
  const wasPublic = copy.publishedAt !== undefined && copy.heldAt === undefined;
  return wasPublic ? { outcome: 'WITHDRAWN', creator } : { outcome: 'NOT_FOUND', creator };
}

/** The public account of a username; undefined if there is none. */
export async function creatorOf(
  table: TableReader,
  username: string,
  now: Instant,
): Promise<User | undefined> {
  const holder = await holderOfUsername(table, username, now);
  const user = holder && (await userById(table, holder.userId, now));
  return user && isPublic(user) ? user : undefined;
}

export const noSuchAnswer = () => new Refusal('NOT_FOUND', { message: NO_SUCH_ANSWER });

/** The refusal of an address without a public answer. */
export const answerRefusal = ({ outcome }: FoundAnswer): Refusal =>
  outcome === 'WITHDRAWN'
    ? new Refusal('NOT_FOUND', { message: ANSWER_WITHDRAWN })
    : noSuchAnswer();
