import { isCareCase } from '#shared/rules/desk/care.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { casesAboutPerson } from '../storage/desk/cases.ts';
import { deskPlace } from '../storage/index-keys.ts';
import type { TableReader } from '../storage/table.ts';

/*
 * Several open reports of the same thing are one case for staff: one row in the list, one decision. Each keeps its own item, with what
 * its reporter wrote, so each reporter reads the decision of theirs. docs/product/desk.md#reports
 */

/**
 * How many other reports one decision closes, so that its transaction has room for their statements. More of them are a case of their
 * own afterwards.
 */
const OTHERS_MAX = 15;

/** How many reports of a person are looked at. */
const LOOKED_AT = 40;

/** What a report is about, as a text: reports with the same one are one case. Who may be in danger is a matter of its own. */
export const reportedThing = ({ subject, userId, ...one }: Case): string =>
  [subject.type, subject.id, subject.within ?? '', userId, isCareCase(one)].join(' ');

/** The other open reports of what a case is about, the most harmful first, then the oldest. The index may lag behind. */
export async function otherReports(table: TableReader, one: Case): Promise<Case[]> {
  if (one.kind !== 'REPORT' || one.decision) return [];
  return othersAmong(await reportsAbout(table, one.userId), one);
}

/** The latest reports of a person. The index may lag behind. */
const reportsAbout = (table: TableReader, userId: string): Promise<Case[]> =>
  casesAboutPerson(table, userId, 'REPORT', LOOKED_AT);

/** The other open reports of what a report is about, among some reports: the most harmful first, then the oldest. */
export const othersAmong = (reports: readonly Case[], one: Case): Case[] =>
  sameThing(reports, one)
    .filter(({ decision }) => !decision)
    .sort((first, second) => (placeOf(first) < placeOf(second) ? -1 : 1))
    .slice(0, OTHERS_MAX);

/** The other reports that the decision of a case closed with it. The index may lag behind. */
export async function reportsDecidedWith(table: TableReader, one: Case): Promise<Case[]> {
  const { kind, decision } = one;
  if (kind !== 'REPORT' || !decision) return [];
  return sameThing(await reportsAbout(table, one.userId), one).filter(
    (other) => other.decision?.at === decision.at && other.decision.byUserId === decision.byUserId,
  );
}

/** Those of the reports that are about the same thing as another one. */
function sameThing(reports: readonly Case[], one: Case): Case[] {
  const thing = reportedThing(one);
  return reports.filter((other) => other.id !== one.id && reportedThing(other) === thing);
}

const placeOf = ({ harm, openedAt, id }: Case): string => deskPlace(harm, openedAt, id);

/** Whether a report is shown as the row of all of them: it is the first. */
export const isFirstOf = (one: Case, others: readonly Case[]): boolean =>
  others.every((other) => placeOf(one) < placeOf(other));
