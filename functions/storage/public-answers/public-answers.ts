import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type {
  CopyVersion,
  PublicAnswer,
  StoredPublicAnswerState,
} from '#shared/rules/public-answers/public-answers.ts';
import type { Edit, Texts } from '#shared/rules/public-answers/texts.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../accounts/users.ts';
import { appended, type Change } from '../changes.ts';
import { exists } from '../conditions.ts';
import type { ContactRelation } from '../contacts/contact-item.ts';
import {
  askedAnswerIndex,
  askedAnswersList,
  ownAnswerIndex,
  ownAnswersList,
  publicAnswerIndex,
  publicAnswersList,
} from '../index-keys.ts';
import { contactKey, type Key, publicAnswerIn, publicAnswerKey, userKey } from '../keys.ts';
import { allItems } from '../list-position.ts';
import { check, putNew, type Step, type TableReader, update } from '../table.ts';

/*
 * Public answers: the copy of a letter and its answer, apart from the conversation, so that IAM keeps what strangers may call away from
 * letters. Its state is written with the conversation's, in one transaction. docs/product/public-answers.md
 */

export type PublicCopy = {
  readonly id: string;
  readonly conversationId: string;
  readonly creatorId: string;
  readonly senderId: string;
  /** What the letter and its answer say. */
  readonly texts: Texts;
  /** Every version, and so who agreed to what and when. The last one is shown. */
  readonly versions: readonly CopyVersion[];
  /** Whether only the month of the answer is shown. */
  readonly sensitive: boolean;
  readonly answeredAt: Instant;
  readonly state: StoredPublicAnswerState;
  readonly proposedAt: Instant;
  readonly until: Instant;
  readonly publishedAt?: Instant;
  readonly endedAt?: Instant;
  /** Since when nobody sees it, because it was reported and staff look at it. */
  readonly heldAt?: Instant;
  /** When staff looked at it and found nothing: another report does not hide it. */
  readonly clearedAt?: Instant;
};

/** The edits of the newest version. */
export const editsIn = ({ versions }: PublicCopy): readonly Edit[] => versions.at(-1)?.edits ?? [];

/** The step that stores the copy of a new proposal. */
const writeCopy = (copy: PublicCopy): Step<'CHANGED'> =>
  putNew(
    {
      ...publicAnswerKey(copy.id),
      ...copy,
      ...askedAnswerIndex(copy.senderId, copy.creatorId, copy.id),
      ...ownAnswerIndex(copy.creatorId, copy.proposedAt, copy.id),
    },
    'CHANGED',
  );

/** The step that gives the copy the state of its conversation, and a new version if there is one. */
function moveCopy(
  creatorId: string,
  { id, state, publishedAt, endedAt }: PublicAnswer,
  version?: CopyVersion,
): Step<'CHANGED'> {
  const isListed = state === 'PUBLIC' && publishedAt !== undefined;
  const change: Change<PublicCopy> = {
    set: {
      state,
      publishedAt,
      endedAt,
      ...(version && { versions: appended([version]) }),
      ...(isListed && publicAnswerIndex(creatorId, publishedAt, id)),
    },
    ...(!isListed && { remove: ['gsi1pk', 'gsi1sk'] }),
  };
  return update(publicAnswerKey(id), change, { when: { pk: exists }, otherwise: 'CHANGED' });
}

/** The steps of a change of a conversation in the copy of its answer. */
export function publicAnswerSteps(
  before: Conversation,
  after: Conversation,
  copy: PublicCopy | undefined,
  version: CopyVersion | undefined,
): Step<'CHANGED'>[] {
  if (after.publicAnswer === before.publicAnswer || !after.publicAnswer) return [];
  if (copy) return [writeCopy(copy)];
  return [moveCopy(after.recipient.id, after.publicAnswer, version)];
}

/** The steps on which an agreement is conditional: both accounts are there, and neither person blocks the other. */
export const requireBothPeople = ({ sender, recipient }: Conversation): Step<'CHANGED'>[] =>
  [sender.id, recipient.id].map((id) =>
    check(userKey(id), {
      when: { pk: exists, blockedAt: undefined, deletionAt: undefined, deletedAt: undefined },
      otherwise: 'CHANGED',
    }),
  );

/** Hides a public answer that was reported. STAYS: it is not public, hidden already, or staff looked at it before. */
export const holdCopy = ({ id }: PublicCopy, now: Instant): Step<'STAYS'> =>
  update(
    publicAnswerKey(id),
    { set: { heldAt: now }, remove: ['gsi1pk', 'gsi1sk'] },
    { when: { state: 'PUBLIC', heldAt: undefined, clearedAt: undefined }, otherwise: 'STAYS' },
  );

/** Shows a public answer again that staff looked at. CHANGED: it is not hidden, or it was withdrawn meanwhile. */
export const releaseCopy = (
  { id, creatorId, publishedAt, heldAt }: PublicCopy,
  now: Instant,
): Step<'CHANGED'> =>
  update(
    publicAnswerKey(id),
    {
      set: {
        clearedAt: now,
        ...(publishedAt !== undefined && publicAnswerIndex(creatorId, publishedAt, id)),
      },
      remove: ['heldAt'],
    },
    { when: { state: 'PUBLIC', heldAt }, otherwise: 'CHANGED' },
  );

export const copyById = (table: TableReader, id: string): Promise<PublicCopy | undefined> =>
  table.get<PublicCopy>(publicAnswerKey(id));

/** The copies of these ids, in their order. */
export async function copiesById(
  table: TableReader,
  ids: readonly string[],
): Promise<PublicCopy[]> {
  const found = await table.getMany<PublicCopy>(ids.map(publicAnswerKey));
  return found.filter((copy) => copy !== undefined);
}

/**
 * Those of the copies that everybody may see now. Whether the sender's account is there and whether one of the two blocks the other is
 * read each time, so that a deletion and a block hide an answer at once, before the subscriber withdraws it for good.
 */
export async function shownOf(
  table: TableReader,
  copies: readonly PublicCopy[],
): Promise<PublicCopy[]> {
  const shown = copies.filter(({ state, heldAt }) => state === 'PUBLIC' && heldAt === undefined);
  if (shown.length === 0) return [];
  const found = await table.getMany<User | ContactRelation>(
    shown.flatMap(({ creatorId, senderId }) => [
      userKey(senderId),
      contactKey(creatorId, senderId),
      contactKey(senderId, creatorId),
    ]),
  );
  return shown.filter((_, nth) => {
    const [sender, ...relations] = found.slice(3 * nth, 3 * nth + 3);
    const isBlocked = relations.some(
      (one) => (one as ContactRelation | undefined)?.status === 'BLOCKED',
    );
    return isThere(sender as User | undefined) && !isBlocked;
  });
}

const isThere = (user: User | undefined): boolean =>
  user !== undefined &&
  user.blockedAt === undefined &&
  user.deletionAt === undefined &&
  user.deletedAt === undefined;

/** The list of what a creator has public, the newest first. */
export const publicAnswersOf = (creatorId: string) =>
  ({ index: 'gsi1', partition: publicAnswersList(creatorId), newestFirst: true }) as const;

/** The list of all that a creator proposed, the newest first. */
export const ownAnswersOf = (creatorId: string) =>
  ({ index: 'gsi3', partition: ownAnswersList(creatorId), newestFirst: true }) as const;

/** The copies in a list of an index, which has their keys alone. */
async function copiesIn(
  table: TableReader,
  list: Parameters<typeof allItems>[1],
): Promise<PublicCopy[]> {
  const keys = await allItems<Key>(table, list);
  return copiesById(table, keys.map(publicAnswerIn));
}

/** All proposals and public answers of a person, as their author and as the sender of the letter. */
export async function allAnswersOf(table: TableReader, userId: string): Promise<PublicCopy[]> {
  const lists = [
    ownAnswersOf(userId),
    { index: 'gsi2', partition: askedAnswersList(userId) },
  ] as const;
  return (await Promise.all(lists.map((list) => copiesIn(table, list)))).flat();
}

/** The proposals and public answers of letters that one of two people sent to the other. */
export async function answersBetween(
  table: TableReader,
  oneId: string,
  otherId: string,
): Promise<PublicCopy[]> {
  const sentBy = (senderId: string, creatorId: string) =>
    copiesIn(table, {
      index: 'gsi2',
      partition: askedAnswersList(senderId),
      prefix: `${creatorId}#`,
    });
  return (await Promise.all([sentBy(oneId, otherId), sentBy(otherId, oneId)])).flat();
}
