import type {
  Case,
  CaseDecision,
  CaseKind,
  CaseNote,
  CaseProposal,
} from '#shared/rules/desk/cases.ts';
import { appended } from '../changes.ts';
import { exists, type Match, shorterThan, within } from '../conditions.ts';
import { caseIdIn, caseIndex, caseRecordIndex, casesAbout, casesBy } from '../index-keys.ts';
import { caseKey } from '../keys.ts';
import { allItems, countItems } from '../list-position.ts';
import { type Item, putNew, remove, type Step, type TableReader, update } from '../table.ts';

/*
 * The cases of the desk. An open case is in the queue of its kind: the most harmful first, then the oldest. Every case is in the
 * lists of the people whom it concerns.
 */

/** The step that opens a case. SAME_CASE: it was opened already. */
export function openCase(one: Case): Step<'SAME_CASE'> {
  return putNew(
    {
      ...caseKey(one.id),
      ...one,
      ...caseIndex(one.kind, one.harm, one.openedAt, one.id),
      ...caseRecordIndex(one.kind, one, one.openedAt, one.id),
    },
    'SAME_CASE',
  );
}

/** What a second person confirms: a proposal in the case, or the case that is a proposal as a whole. */
export type Confirmed = Pick<CaseProposal, 'byUserId' | 'at'> & { readonly is: 'WITHIN' | 'WHOLE' };

/**
 * The step that closes an open case with its decision. CLOSED: somebody has decided it already, or the proposal that the decision
 * confirms was withdrawn, even if another one was made since.
 */
export function closeCase(
  id: string,
  decision: CaseDecision,
  confirmed?: Confirmed,
): Step<'CLOSED'> {
  return update(
    caseKey(id),
    { set: { decision }, add: { version: 1 }, remove: ['gsi5pk', 'gsi5sk'] },
    { when: { ...UNDECIDED, ...(confirmed && stillProposed(confirmed)) }, otherwise: 'CLOSED' },
  );
}

const UNDECIDED: Match<Case> = { pk: exists, decision: undefined };

const stillProposed = ({ is, byUserId, at }: Confirmed): Match<Case> =>
  is === 'WITHIN' ? { proposal: within({ byUserId, at }) } : { openedBy: byUserId, openedAt: at };

/** The step that notes what a member of staff proposes in an open case. PROPOSED: it is decided, or somebody proposed already. */
export function proposeInCase(id: string, proposal: CaseProposal): Step<'PROPOSED'> {
  return update(
    caseKey(id),
    { set: { proposal }, add: { version: 1 } },
    { when: { ...UNDECIDED, proposal: undefined }, otherwise: 'PROPOSED' },
  );
}

/** The step that withdraws a proposal from an open case. CLOSED: it is decided, or holds no proposal of this person. */
export function withdrawProposalIn(id: string, byUserId: string): Step<'CLOSED'> {
  return update(
    caseKey(id),
    { add: { version: 1 }, remove: ['proposal'] },
    { when: { decision: undefined, proposal: within({ byUserId }) }, otherwise: 'CLOSED' },
  );
}

/** The step that deletes an open case that is a proposal as a whole. CLOSED: it is decided, or another person's. */
export function removeProposalCase(id: string, byUserId: string): Step<'CLOSED'> {
  return remove(caseKey(id), {
    when: { decision: undefined, openedBy: byUserId },
    otherwise: 'CLOSED',
  });
}

/** The most notes of a case, so that its item stays small. */
const NOTES_MAX = 50;

/** The step that adds a note. FULL: there is no such case, or it has fifty notes. */
export function addCaseNote(id: string, note: CaseNote): Step<'FULL'> {
  return update(
    caseKey(id),
    { set: { notes: appended([note]) }, add: { version: 1 } },
    { when: { pk: exists, notes: shorterThan(NOTES_MAX) }, otherwise: 'FULL' },
  );
}

export async function caseById(table: TableReader, id: string): Promise<Case | undefined> {
  const item = await table.get<Item>(caseKey(id));
  return item && caseIn(item);
}

/** The cases of these ids, without those that are missing. */
export async function casesById(table: TableReader, ids: readonly string[]): Promise<Case[]> {
  const found = await table.getMany<Item>(ids.map(caseKey));
  return found.flatMap((item) => (item ? [caseIn(item)] : []));
}

/** How many cases of a kind a person opened, and how many were opened about them. The index may lag behind. */
export async function countCases(
  table: TableReader,
  userId: string,
  kind: CaseKind,
): Promise<{ readonly by: number; readonly against: number }> {
  const [by, against] = await Promise.all([
    countItems(table, { index: 'gsi1', partition: casesBy(userId), prefix: `${kind}#` }),
    countItems(table, { index: 'gsi2', partition: casesAbout(userId), prefix: `${kind}#` }),
  ]);
  return { by, against };
}

/** The latest cases of a kind about a person, newest first. The index may lag behind. */
export async function casesAboutPerson(
  table: TableReader,
  userId: string,
  kind: CaseKind,
  limit: number,
): Promise<Case[]> {
  const { items } = await table.query<{ readonly gsi2sk: string }>({
    index: 'gsi2',
    partition: casesAbout(userId),
    prefix: `${kind}#`,
    newestFirst: true,
    limit,
  });
  return casesById(
    table,
    items.map(({ gsi2sk }) => caseIdIn(gsi2sk)),
  );
}

/** The ids of every case that a person opened or that is about them. The indexes may lag behind. */
export async function caseIdsOf(table: TableReader, userId: string): Promise<string[]> {
  return [...new Set((await casePlacesOf(table, userId)).map(caseIdIn))];
}

/**
 * The latest cases that a person opened or that are about them, newest first. Only these are read; of the others, only their small
 * entries in the indexes, which may lag behind.
 */
export async function latestCasesOf(
  table: TableReader,
  userId: string,
  limit: number,
): Promise<Case[]> {
  const places = await casePlacesOf(table, userId);
  const newestFirst = places.toSorted((one, other) => (momentIn(one) < momentIn(other) ? 1 : -1));
  return casesById(table, [...new Set(newestFirst.map(caseIdIn))].slice(0, limit));
}

/** Where a place begins with the kind of the case, this is the rest: when it was opened, and its id. */
const momentIn = (place: string): string => place.slice(place.indexOf('#') + 1);

/** The places of the cases that a person opened, and of those about them. */
async function casePlacesOf(table: TableReader, userId: string): Promise<string[]> {
  const [by, about] = await Promise.all([
    allItems<{ readonly gsi1sk: string }>(table, { index: 'gsi1', partition: casesBy(userId) }),
    allItems<{ readonly gsi2sk: string }>(table, { index: 'gsi2', partition: casesAbout(userId) }),
  ]);
  return [...by.map(({ gsi1sk }) => gsi1sk), ...about.map(({ gsi2sk }) => gsi2sk)];
}

function caseIn(item: Item): Case {
  const attributes = Object.entries(item).filter(([name]) => !/^(pk|sk|gsi\d.*)$/.test(name));
  return Object.fromEntries(attributes) as unknown as Case;
}
