import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import type { Case, CaseDecision, CaseSubject, Statement } from '#shared/rules/desk/cases.ts';
import { isAppealableDeed } from '#shared/rules/desk/cases.ts';
import {
  type DecisionKind,
  isStatement,
  type Reader,
  type ReaderSide,
  readersOf,
} from '#shared/rules/desk/decision-readers.ts';
import type { Instant } from '#shared/time.ts';
import { raiseAlert } from '../storage/accounts/alerts.ts';
import { usersById } from '../storage/accounts/users.ts';
import { closeCase } from '../storage/desk/cases.ts';
import { writeStatement } from '../storage/desk/statements.ts';
import {
  appealDecidedEvent,
  publishEvent,
  reportDecidedEvent,
  statementEvent,
} from '../storage/outbox.ts';
import type { Step, TableReader } from '../storage/table.ts';
import { confirmedBy } from './second-person.ts';

/*
 * The steps with which a decision reaches its readers: a statement, an alert on the home screen, and a domain event that notifies
 * them. Who reads what is in shared/rules/desk/decision-readers.ts.
 */

/** A decision as its readers learn of it. */
export type Decided = {
  readonly kind: DecisionKind;
  readonly reason: string;
  /** The member of staff; absent if an operator decided. */
  readonly byUserId?: string;
  /** The member of staff who proposed it to the one who decided. */
  readonly proposedByUserId?: string | undefined;
  readonly caseId?: string | undefined;
  /** The rule that was broken, for a decision against somebody. */
  readonly rule?: string;
  readonly conversationId?: string;
  /** What the case was about, if it was not the money of a letter. */
  readonly subject?: CaseSubject;
  /** The event of the conversation that notifies its sides. */
  readonly eventId?: string | undefined;
};

/** A reader: their account, and what the decision is about in their words. */
type Addressee = { readonly userId: string; readonly facts: string };
export type Addressees = Readonly<Partial<Record<ReaderSide, Addressee>>>;

/**
 * The steps that tell a decision to its readers. The conversation of a decision about money publishes its own event
 * (`conversation.givenBack`, `claim.decided`), so only the events of statements and reports are published here.
 */
export const decisionSteps = (
  decided: Decided,
  addressees: Addressees,
  now: Instant,
): Step<never>[] =>
  readersOf(decided.kind).flatMap((reader) => {
    const addressee = addressees[reader.who];
    return addressee ? stepsFor(decided, reader, addressee, now) : [];
  });

function stepsFor(
  decided: Decided,
  { who, reads, tells }: Reader,
  { userId, facts }: Addressee,
  now: Instant,
): Step<never>[] {
  if (!isStatement(reads)) return [];
  const { kind, reason, byUserId, proposedByUserId, caseId, rule = '', conversationId } = decided;
  const id = newId(now);
  const isAgainst = isAppealableDeed(reads);
  const conversation = conversationId && sideOf(who) && { id: conversationId, side: sideOf(who) };
  const told = ownEvent(kind, tells, { userId, statementId: id, isAgainst }, now);
  const eventIds = [decided.eventId, told?.id].filter((one) => one !== undefined);
  const statement = {
    id,
    userId,
    at: now,
    deed: reads,
    facts,
    reason,
    rule: isAgainst ? rule : '',
    ...(decided.subject && { subject: decided.subject }),
    ...(eventIds.length > 0 && { eventIds }),
    ...(byUserId && { byUserId }),
    ...(proposedByUserId && { proposedByUserId }),
    ...(caseId && { caseId }),
    ...(conversation && { conversation: conversation as Statement['conversation'] }),
  } as Statement;
  return [
    // A new id is free, so the write has no other outcome.
    writeStatement(statement) as Step<never>,
    raiseAlert(
      userId,
      {
        kind: 'DECISION',
        about: `${reads} ${id}`,
        ...(kind === 'PAYOUT_RELEASED' && { insteadOf: 'PAYOUT_HELD' }),
      },
      now,
    ),
    ...(told ? [publishEvent(told)] : []),
  ];
}

type Told = {
  readonly userId: string;
  /** Absent before the decision. */
  readonly statementId?: string;
  readonly isAgainst: boolean;
};

/** Makes the event that notifies a reader of a statement or a report; undefined if an event of the conversation does. */
export function ownEvent(
  kind: DecisionKind,
  tells: Reader['tells'],
  { userId, statementId, isAgainst }: Told,
  now: Instant,
): DomainEvent<'statement.written' | 'report.decided'> | undefined {
  if (tells === 'statement.written') return statementEvent(userId, isAgainst, now, statementId);
  if (tells !== 'report.decided') return undefined;
  return reportDecidedEvent({ openedBy: userId }, { at: now, ...outcomeOf(kind) }, statementId);
}

const sideOf = (who: ReaderSide): Side | undefined =>
  who === 'SENDER' ? 'sender' : who === 'RECIPIENT' ? 'recipient' : undefined;

const outcomeOf = (kind: DecisionKind): Pick<CaseDecision, 'outcome'> => ({
  outcome: kind === 'REPORT_REJECTED' ? 'REJECTED' : 'UPHELD',
});

/** Whose accounts are there: nothing is written about an account that was deleted. */
export async function readable(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  addressees: Addressees,
): Promise<Addressees> {
  const entries = Object.entries(addressees);
  const users = await usersById(
    table,
    entries.map(([, { userId }]) => userId),
    now,
  );
  return Object.fromEntries(
    entries.filter((_, nth) => users[nth] && users[nth].deletedAt === undefined),
  );
}

/** The two sides of a conversation as readers. */
export const sidesAsReaders = (
  { sender, recipient }: Pick<Conversation, 'sender' | 'recipient'>,
  facts: { readonly sender: string; readonly recipient: string },
): Addressees => ({
  SENDER: { userId: sender.id, facts: facts.sender },
  RECIPIENT: { userId: recipient.id, facts: facts.recipient },
});

/** The steps that close a case with a decision and notify who appealed. `eventId`: the id of the event that does. */
export function closingSteps(
  one: Case,
  decision: CaseDecision,
  eventId = newId(decision.at),
): Step<'CLOSED'>[] {
  const close = closeCase(one.id, decision, confirmedBy(one, decision));
  if (one.kind !== 'APPEAL') return [close];
  return [
    close,
    raiseAlert(one.userId, { kind: 'DECISION', about: `APPEAL ${one.subject.id}` }, decision.at),
    publishEvent({
      ...appealDecidedEvent(one, decision),
      id: eventId,
    }),
  ];
}
