import type { Case, CaseDecision, CaseKind, CaseNote } from '../../../shared/rules/desk/cases.ts';
import {
  caseIdIn,
  caseIndex,
  caseKey,
  caseList,
  caseRecordIndex,
  casesAbout,
  casesBy,
} from '../keys.ts';
import { type Item, putNew, type Step, type TableReader, update } from '../table.ts';

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

/** The step that closes an open case with its decision. CLOSED: somebody has decided it already. */
export function closeCase(id: string, decision: CaseDecision): Step<'CLOSED'> {
  return update(
    caseKey(id),
    'SET #decision = :decision ADD #version :one REMOVE #gsi5pk, #gsi5sk',
    { decision, one: 1 },
    { when: 'attribute_exists(#pk) AND attribute_not_exists(#decision)', otherwise: 'CLOSED' },
  );
}

/** The step that adds a note. MISSING: there is no such case. */
export function addCaseNote(id: string, note: CaseNote): Step<'MISSING'> {
  return update(
    caseKey(id),
    'SET #notes = list_append(#notes, :notes) ADD #version :one',
    { notes: [note], one: 1 },
    { when: 'attribute_exists(#pk)', otherwise: 'MISSING' },
  );
}

export async function caseById(table: TableReader, id: string): Promise<Case | undefined> {
  const item = await table.get<Item>(caseKey(id));
  return item && caseIn(item);
}

/** One page of the open cases of a kind, the most harmful first, then the oldest. The index may lag behind. */
export async function openCases(
  table: TableReader,
  kind: CaseKind,
  { limit, from }: { readonly limit: number; readonly from?: Readonly<Record<string, unknown>> },
): Promise<{ cases: Case[]; next?: Readonly<Record<string, unknown>> }> {
  const page = await table.query<{ readonly gsi5sk: string }>({
    ...{ index: 'gsi5', partition: caseList(kind), limit },
    ...(from && { from }),
  });
  const items = await table.getMany<Item>(
    page.items.map(({ gsi5sk }) => caseKey(caseIdIn(gsi5sk))),
  );
  const cases = items.flatMap((item) => (item && !('decision' in item) ? [caseIn(item)] : []));
  return { cases, ...(page.next && { next: page.next }) };
}

/** How many cases of a kind a person opened, and how many were opened about them. The index may lag behind. */
export async function countCases(
  table: TableReader,
  userId: string,
  kind: CaseKind,
): Promise<{ readonly by: number; readonly against: number }> {
  const [by, against] = await Promise.all([
    table.query({ index: 'gsi1', partition: casesBy(userId), prefix: `${kind}#`, count: true }),
    table.query({ index: 'gsi2', partition: casesAbout(userId), prefix: `${kind}#`, count: true }),
  ]);
  return { by: by.count, against: against.count };
}

/** The latest cases of a kind about a person, newest first. The index may lag behind. */
export async function casesAboutPerson(
  table: TableReader,
  userId: string,
  kind: CaseKind,
  limit: number,
): Promise<Case[]> {
  const { items } = await table.query<{ readonly gsi2sk: string }>({
    ...{ index: 'gsi2', partition: casesAbout(userId), prefix: `${kind}#` },
    ...{ newestFirst: true, limit },
  });
  if (items.length === 0) return [];
  const found = await table.getMany<Item>(
    items.map(({ gsi2sk }) => caseKey(caseIdIn(gsi2sk))),
    'eventual',
  );
  return found.flatMap((item) => (item ? [caseIn(item)] : []));
}

function caseIn(item: Item): Case {
  const attributes = Object.entries(item).filter(([name]) => !/^(pk|sk|gsi\d.*)$/.test(name));
  return Object.fromEntries(attributes) as unknown as Case;
}
