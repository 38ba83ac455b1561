import type { viewDeskCase } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isChargedByReport } from '#shared/rules/conversations/counters.ts';
import type { Case, CaseKind, Statement } from '#shared/rules/desk/cases.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { DESK, pictureAddress } from '../chat/picture-addresses.ts';
import { settings } from '../settings.ts';
import { listConversations } from '../storage/conversations/conversation-lists.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { countCases } from '../storage/desk/cases.ts';
import { statementOf, statementsOf } from '../storage/desk/statements.ts';
import type { TableReader } from '../storage/table.ts';
import { PICTURE_QUOTED } from '../support/report-subjects.ts';
import { choicesOf } from './case-choices.ts';
import { effectsOf, letterOf } from './case-effects.ts';
import { obstacleToDeciding } from './case-obstacles.ts';
import { caseReadings } from './case-readings.ts';
import { casesNotAbout, ownCases } from './concerns.ts';
import { contentOf } from './conversation-content.ts';
import { type DeskPerson, deskPeople, type StaffCall } from './desk-context.ts';
import { proposedOf } from './proposed-choices.ts';
import { otherReports, reportsDecidedWith } from './sibling-reports.ts';
import { toldReadersOf } from './told-readers.ts';

/* Cases and statements as staff see them. */

type CaseView = Output<typeof viewDeskCase>['data'][number];
type StatementView = NonNullable<CaseView['statement']>;
type Context = StaffCall & { readonly table: TableReader; readonly settings: Settings };

/** The view of a case. `withQuotes`: whether the caller gave a reason to see what the content said. */
export async function caseView(call: Context, one: Case, withQuotes: boolean): Promise<CaseView> {
  const { table, now, sessionUser } = call;
  const hidden = await ownCases(table, sessionUser.id);
  const viewer = { id: sessionUser.id, hidden };
  const [obstacle, conversation, statement, openedByRecord, aboutRecord] = await Promise.all([
    obstacleToDeciding(call, one),
    conversationOfCase(table, one, now),
    one.subject.type === 'STATEMENT'
      ? statementOf(table, one.userId, one.subject.id)
      : Promise.resolve(undefined),
    recordOf(table, one.openedBy, viewer),
    recordOf(table, one.userId, viewer),
  ]);
  const others = await casesNotAbout(
    table,
    sessionUser.id,
    await (one.decision ? reportsDecidedWith : otherReports)(table, one),
  );
  const decider = statement?.byUserId;
  const letter = await letterOfAppealed(table, statement, now);
  const people = [
    ...peopleIn(one),
    ...(decider ? [decider] : []),
    ...(conversation ? sidesOf(conversation) : []),
    ...(letter ? sidesOf(letter) : []),
    ...others.map(({ openedBy }) => openedBy),
  ];
  const person = await deskPeople(table, people, now);
  const byPerson = ({ byUserId, ...rest }: Case['notes'][number]) => ({
    ...rest,
    by: person(byUserId),
  });
  const { decision } = one;
  return {
    id: one.id,
    kind: one.kind,
    harm: one.harm,
    openedAt: one.openedAt,
    openedBy: person(one.openedBy),
    about: person(one.userId),
    subject: { type: one.subject.type, id: one.subject.id, within: one.subject.within ?? null },
    reason: one.reason,
    text: one.text,
    quoteCount: one.quotes.length,
    quotes: withQuotes
      ? await Promise.all(
          one.quotes.map(async (quote) => ({
            by: person(quote.userId),
            at: quote.at,
            text: await quotedText(one, quote, now),
          })),
        )
      : null,
    others: others.map(({ openedBy, openedAt: at, reason, text }) => ({
      by: person(openedBy),
      at,
      reason,
      text,
    })),
    notes: one.notes.map(byPerson),
    proposal: one.proposal
      ? {
          by: person(one.proposal.byUserId),
          at: one.proposal.at,
          outcome: one.proposal.outcome,
          reason: one.proposal.reason,
          deed: one.proposal.deed ?? null,
        }
      : null,
    decision: decision
      ? {
          by: person(decision.byUserId),
          at: decision.at,
          outcome: decision.outcome,
          reason: decision.reason,
          deed: decision.deed ?? null,
          remove: decision.remove ?? null,
        }
      : null,
    statement: statement ? statementView(statement, person) : null,
    told: decision ? await toldReadersOf(call, one, conversation ?? letter, person) : [],
    letter: await letterOf(call, one, conversation, person),
    effects: await effectsOf(call, one, conversation, person),
    reads: decision ? {} : caseReadings({ now, person }, one, { statement, letter }),
    amount: conversation?.price ?? null,
    part: one.part?.amount ?? null,
    openedByRecord,
    aboutRecord,
    obstacle: decision ? null : (obstacle ?? null),
    ...(decision
      ? NO_CHOICES
      : {
          ...(await choicesOf(call, one, conversation, statement)),
          proposed: await proposedOf(call, one, conversation, statement),
        }),
    written:
      withQuotes && conversation && isAboutLetter(one)
        ? await contentOf(table, conversation)
        : null,
  };
}

const NO_CHOICES = { refused: {}, consequences: {}, proposed: {} };

/** Whether a case is about the money of a letter, whose texts are shown with its quotes. */
export const isAboutLetter = ({ kind, subject: { type, within } }: Case): boolean =>
  (kind === 'CLAIM' || kind === 'REFUND') && (type === 'CONVERSATION' || within !== undefined);

/** The conversation that a case is about; undefined for other cases. */
export async function conversationOfCase(
  table: TableReader,
  { subject }: Case,
  now: Instant,
): Promise<Conversation | undefined> {
  const id = subject.type === 'CONVERSATION' ? subject.id : subject.within;
  return id === undefined ? undefined : conversationById(table, id, now);
}

/** The letter whose earning an appealed decision took back; undefined for other decisions. */
const letterOfAppealed = async (
  table: TableReader,
  statement: Statement | undefined,
  now: Instant,
): Promise<Conversation | undefined> =>
  statement?.deed === 'EARNING_REVERSED' && statement.conversation
    ? conversationById(table, statement.conversation.id, now)
    : undefined;

export const sidesOf = ({ sender, recipient }: Pick<Conversation, 'sender' | 'recipient'>) => [
  sender.id,
  recipient.id,
];

/** The text of a quote, with an address of the picture that it marks. The address is valid for minutes. */
async function quotedText(
  { subject }: Case,
  { at, text }: Case['quotes'][number],
  now: Instant,
): Promise<string> {
  const chatId = subject.within ?? subject.id;
  if (!text.startsWith(PICTURE_QUOTED)) return text;
  const address = await pictureAddress({ chatId, sentAt: at, readerId: DESK }, now);
  return `[Picture: ${settings().origin}${address}]${text.slice(PICTURE_QUOTED.length)}`;
}

const peopleIn = ({ openedBy, userId, quotes, notes, proposal, decision }: Case): string[] => [
  ...(proposal ? [proposal.byUserId] : []),
  openedBy,
  userId,
  ...quotes.map((quote) => quote.userId),
  ...notes.map(({ byUserId }) => byUserId),
  ...(decision ? [decision.byUserId] : []),
];

/** The number of the latest reported letters of a mailbox that are counted. */
const LETTERS_COUNTED = 50;

/**
 * Counts the letters to somebody, or from them, that were reported for a breach of the rules, without those of the viewer. A letter is
 * reported with its payment, so most have no case.
 */
async function reportedLetters(
  table: TableReader,
  userId: string,
  mailbox: 'INBOX' | 'ORDERS',
  viewerId: string,
): Promise<number> {
  const list = { userId, mailbox, filter: 'REPORTED', skip: 0, limit: LETTERS_COUNTED } as const;
  const letters = (await listConversations(table, list))?.conversations ?? [];
  return letters.filter((c) => isChargedByReport(c) && !sidesOf(c).includes(viewerId)).length;
}

/**
 * Counts the reports and claims that a person made and those about them, and the statements that they got. `viewer`: the member of
 * staff, and the cases that concern them, of which they do not learn by counting.
 */
export async function recordOf(
  table: TableReader,
  userId: string,
  { id: viewerId, hidden }: { readonly id: string; readonly hidden: readonly Case[] },
): Promise<CaseView['aboutRecord']> {
  const [reports, claims, statements, reportedByThem, reportedOfThem] = await Promise.all([
    countCases(table, userId, 'REPORT'),
    countCases(table, userId, 'CLAIM'),
    statementsOf(table, userId),
    reportedLetters(table, userId, 'INBOX', viewerId),
    reportedLetters(table, userId, 'ORDERS', viewerId),
  ]);
  const openedBy = (kind: CaseKind) =>
    hidden.filter((one) => one.kind === kind && one.openedBy === userId).length;
  const openedAbout = (kind: CaseKind) =>
    hidden.filter((one) => one.kind === kind && one.userId === userId).length;
  return {
    reportsBy: reports.by - openedBy('REPORT') + reportedByThem,
    reportsAgainst: reports.against - openedAbout('REPORT') + reportedOfThem,
    claimsBy: claims.by - openedBy('CLAIM'),
    claimsAgainst: claims.against - openedAbout('CLAIM'),
    statements: statements.length,
    warnings: statements.filter(isCountedWarning).length,
  };
}

/** Whether a statement is a warning that counts: one whose appeal was granted does not. */
const isCountedWarning = ({ deed, appeal }: Statement): boolean =>
  deed === 'WARNED' && appeal?.decision?.outcome !== 'UPHELD';

/** A statement of reasons as staff see it. */
export function statementView(
  statement: Statement,
  person: (id: string | undefined) => DeskPerson | null,
): StatementView {
  const { id, at, deed, byUserId, subject, facts, rule, reason, caseId, appeal } = statement;
  return {
    id,
    at,
    deed,
    by: person(byUserId),
    subject: subject ?? null,
    facts,
    rule,
    reason,
    caseId: caseId ?? null,
    appeal: appeal
      ? { caseId: appeal.caseId, at: appeal.at, outcome: appeal.decision?.outcome ?? null }
      : null,
  };
}
