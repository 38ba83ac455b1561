import { newId } from '../../shared/ids.ts';
import type { Case, Statement } from '../../shared/rules/desk/cases.ts';
import type { Instant } from '../../shared/time.ts';
import { closeCase } from '../storage/desk/cases.ts';
import { writeStatement } from '../storage/desk/statements.ts';
import { caseEvent, publishEvent, statementEvent } from '../storage/outbox.ts';
import type { Step } from '../storage/table.ts';

/* The steps of decisions: a statement of reasons, and the end of a case, each with its domain event. */

type NewStatement = Omit<Statement, 'id' | 'at' | 'appeal'>;

/** The steps that write a statement of reasons and notify its person. */
export function statementSteps(statement: NewStatement, now: Instant): Step<never>[] {
  const written = { ...statement, id: newId(now), at: now };
  // A new id is free, so the write has no other outcome.
  return [writeStatement(written) as Step<never>, publishEvent(statementEvent(written, now))];
}

/** The steps that close a case with a decision and, for a report or an appeal, notify who opened it. */
export function closingSteps(one: Case, decision: NonNullable<Case['decision']>): Step<'CLOSED'>[] {
  const { kind } = one;
  const notified = kind === 'REPORT' || kind === 'APPEAL';
  return [
    closeCase(one.id, decision),
    ...(notified ? [publishEvent(caseEvent(one, kind, decision.at))] : []),
  ];
}
