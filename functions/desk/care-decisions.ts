import type { decideCare } from '#shared/api/desk-care.ts';
import type { Output } from '#shared/api/operation.ts';
import { newId } from '#shared/ids.ts';
import { CARE_FACTS, CARE_REPORT_FACTS, CARE_THANKS } from '#shared/messages/care.ts';
import { Refusal } from '#shared/refusals.ts';
import { CARE_DEED_OF, type CareChoice, isCareCase } from '#shared/rules/desk/care.ts';
import type { Case, CaseDecision } from '#shared/rules/desk/cases.ts';
import type { Settings } from '#shared/settings.ts';
import { raiseAlert } from '../storage/accounts/alerts.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { writeStatement } from '../storage/desk/statements.ts';
import { careEvent, careReportEvent, publishEvent } from '../storage/outbox.ts';
import type { Step, TableReader, TableWriter } from '../storage/table.ts';
import { emergencyObstacleOf, isGone, messageFor, passOnOf } from './care-views.ts';
import { conversationOfCase } from './case-views.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { caseFor, deskAudit, type StaffCall } from './desk-context.ts';
import { isSecondPerson, proposeDecision } from './second-person.ts';
import { otherReports } from './sibling-reports.ts';
import { closingSteps } from './statement-steps.ts';

/*
 * Decisions with care, each in one transaction with the end of its case, its audit entry, the message to the person and the thanks to
 * whoever reported it. docs/product/desk.md#danger
 */

type Call = StaffCall & { readonly table: TableWriter; readonly settings: Settings };
type Outcome = Output<typeof decideCare>['data'][number];
export type CareRuling = { readonly choice: CareChoice; readonly reason: string };

/** A case that is decided with care. Refuses with WRONG_STATUS another one. */
export async function careCaseFor(
  call: StaffCall & { readonly table: TableReader },
  caseId: string,
): Promise<Case> {
  const one = await caseFor(call, caseId);
  if (!isCareCase(one))
    throw new Refusal('WRONG_STATUS', { message: 'This case is decided on its own page.' });
  return one;
}

/** The decision of a choice. */
export function careDecisionOf(
  { sessionUser, now }: StaffCall,
  { choice, reason }: CareRuling,
): CaseDecision {
  const deed = CARE_DEED_OF[choice];
  return {
    byUserId: sessionUser.id,
    at: now,
    reason,
    outcome: choice === 'NO_DANGER' ? 'REJECTED' : 'UPHELD',
    ...(deed && { deed }),
  };
}

/** Decides the case of somebody who may be in danger. */
export async function decideWithCare(call: Call, one: Case, ruling: CareRuling): Promise<Outcome> {
  const user = await userById(call.table, one.userId, call.now);
  switch (ruling.choice) {
    case 'WRITE':
      return writeTo(call, one, ruling, user);
    case 'EMERGENCY':
      return askEmergencyServices(call, one, ruling, user);
    case 'NO_DANGER':
      await close(call, one, ruling, [], 'There is no sign of danger. Nothing was sent.');
      return { message: 'Nothing is sent to them. Whoever reported it is thanked.', passOn: null };
  }
}

async function writeTo(
  call: Call,
  one: Case,
  ruling: CareRuling,
  user: User | undefined,
): Promise<Outcome> {
  if (!user || isGone(user))
    throw new Refusal('WRONG_STATUS', {
      message: 'No message reaches this account anymore: it was blocked or deleted.',
    });
  const conversation = await conversationOfCase(call.table, one, call.now);
  const message = messageFor(call.settings, user, conversation);
  const steps = messageSteps(call, one, message);
  await close(call, one, ruling, steps, 'They were written to, with help lines.');
  return { message: `The message is sent to ${user.fullName}.`, passOn: null };
}

async function askEmergencyServices(
  call: Call,
  one: Case,
  ruling: CareRuling,
  user: User | undefined,
): Promise<Outcome> {
  const obstacle = emergencyObstacleOf(call.settings, user);
  if (obstacle) throw new Refusal('FORBIDDEN', { message: obstacle });
  const proposed = careDecisionOf(call, ruling);
  if (!isSecondPerson(call, one, proposed))
    return { message: await proposeDecision(call, one, proposed, 'decideCare'), passOn: null };
  const passOn = passOnOf(call.settings, user);
  const passed = `The name and the phone number are passed on to ${passOn?.contact}.`;
  await close(call, one, ruling, [], `Emergency services are asked. ${passed}`);
  return { message: `Call ${passOn?.contact} now. ${passed}`, passOn };
}

/** The steps with which the message reaches the person: at /decisions, on Home, and by their channels. */
function messageSteps({ sessionUser, now }: Call, one: Case, message: string): Step<never>[] {
  const [{ userId }, id] = [one, newId(now)];
  const event = careEvent(userId, id, now);
  return [
    // A new id is free, so the write has no other outcome.
    writeStatement({
      id,
      userId,
      at: now,
      deed: 'CARE_MESSAGE',
      facts: CARE_FACTS,
      rule: '',
      reason: message,
      byUserId: sessionUser.id,
      caseId: one.id,
      eventIds: [event.id],
    }) as Step<never>,
    raiseAlert(userId, { kind: 'DECISION', about: `CARE_MESSAGE ${id}` }, now),
    publishEvent(event),
  ];
}

/** The steps that thank whoever reported it. Nothing is written to a deleted account. */
async function thanks({ table, now }: Call, one: Case): Promise<Step<never>[]> {
  const reporter = await userById(table, one.openedBy, now);
  if (!reporter || reporter.deletedAt !== undefined) return [];
  const [userId, id] = [reporter.id, newId(now)];
  const event = careReportEvent(userId, id, now);
  return [
    writeStatement({
      id,
      userId,
      at: now,
      deed: 'REPORT_DECIDED',
      rule: '',
      facts: CARE_REPORT_FACTS,
      reason: CARE_THANKS,
      caseId: one.id,
      // They read their own words again. What was decided stays between the person and us.
      isOutcomePrivate: true,
      eventIds: [event.id],
    }) as Step<never>,
    raiseAlert(userId, { kind: 'DECISION', about: `REPORT_DECIDED ${id}` }, now),
    publishEvent(event),
  ];
}

/** Writes the decision. Refuses with WRONG_STATUS when somebody was faster. */
async function close(
  call: Call,
  one: Case,
  ruling: CareRuling,
  steps: readonly Step<never>[],
  sentence: string,
): Promise<void> {
  const audit = { operation: 'decideCare', about: one.id, reason: ruling.reason };
  const all = [one, ...(await otherReports(call.table, one))];
  const outcome = await call.table.transact<'CLOSED'>(
    ...all.flatMap((each) => closingSteps(each, careDecisionOf(call, ruling))),
    ...steps,
    ...(await Promise.all(all.map((each) => thanks(call, each)))).flat(),
    writeAuditEntry(deskAudit(call, audit, sentence)),
  );
  if (outcome === 'CLOSED') throw await decidedRefusal(call, one.id);
}
