import type { viewDeskCase } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  appealUntil,
  type Case,
  isAppealableDeed,
  type Statement,
} from '#shared/rules/desk/cases.ts';
import { statementOf, statementsOf } from '../storage/desk/statements.ts';
import { emailReceiptKey, textReceiptKey } from '../storage/keys.ts';
import { notifiedAt } from '../storage/notifications/devices.ts';
import { sentAt } from '../storage/notifications/sent-messages.ts';
import type { TableReader } from '../storage/table.ts';
import type { DeskPerson, StaffCall } from './desk-context.ts';

/* Who learned of a decision: in which words, by which ways, and whether they read it. docs/product/desk.md#after-a-decision */

type Told = Output<typeof viewDeskCase>['data'][number]['told'][number];
type Call = StaffCall & { readonly table: TableReader };

/** What a reader reads: a statement, or the decision of an appeal in the statement that was appealed. */
type Read = {
  readonly statement: Statement;
  readonly reason: string;
  readonly eventIds: readonly string[];
  readonly readAt: number | undefined;
};

/** The readers of the decision of a case, with whom the case is about first. */
export async function toldReadersOf(
  { table }: Call,
  one: Case,
  c: Conversation | undefined,
  person: (id: string) => DeskPerson | null,
): Promise<Told[]> {
  // A granted appeal may have restored an earning: then whoever was refunded learned of it, too.
  const sides = c ? [c.sender.id, c.recipient.id] : [];
  const people = one.kind === 'APPEAL' || !c ? [one.userId, one.openedBy, ...sides] : sides;
  const reads = await Promise.all([...new Set(people)].map((id) => readsOf(table, one, id)));
  return Promise.all(
    reads.flat().flatMap((read) => {
      const reader = person(read.statement.userId);
      return reader ? [toldOf(table, read, reader)] : [];
    }),
  );
}

async function readsOf(table: TableReader, one: Case, userId: string): Promise<Read[]> {
  const own = (await statementsOf(table, userId)).filter(({ caseId }) => caseId === one.id);
  const statements = own.map((statement) => ({
    statement,
    reason: statement.reason,
    eventIds: statement.eventIds ?? [],
    readAt: statement.readAt,
  }));
  if (one.kind !== 'APPEAL' || userId !== one.userId) return statements;
  const appealed = await statementOf(table, userId, one.subject.id);
  const { appeal } = appealed ?? {};
  if (!appealed || !appeal?.decision) return statements;
  const { decision, eventId, readAt } = appeal;
  const eventIds = eventId === undefined ? [] : [eventId];
  return [{ statement: appealed, reason: decision.reason, eventIds, readAt }, ...statements];
}

async function toldOf(
  table: TableReader,
  { statement, reason, eventIds, readAt }: Read,
  person: DeskPerson,
): Promise<Told> {
  const { deed, facts, at, appeal, userId } = statement;
  const ways = await Promise.all(eventIds.map((eventId) => waysOf(table, eventId, userId)));
  return {
    person,
    deed,
    facts,
    reason,
    appealUntil: isAppealableDeed(deed) && !appeal ? appealUntil(at) : null,
    ways: ways.flat(),
    readAt: (readAt as Told['readAt'] | undefined) ?? null,
  };
}

/** The ways in which the notification of an event went out to a person. */
async function waysOf(table: TableReader, eventId: string, userId: string): Promise<Told['ways']> {
  const [push, email, text] = await Promise.all([
    notifiedAt(table, eventId, userId),
    sentAt(table, emailReceiptKey(eventId, userId)),
    sentAt(table, textReceiptKey(eventId, userId)),
  ]);
  return [
    ...(push === undefined ? [] : [{ channel: 'PUSH' as const, at: push }]),
    ...(email === undefined ? [] : [{ channel: 'EMAIL' as const, at: email }]),
    ...(text === undefined ? [] : [{ channel: 'TEXT' as const, at: text }]),
  ];
}
