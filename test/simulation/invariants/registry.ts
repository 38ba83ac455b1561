import type { Item } from '../engine.ts';
import type { IdleState, Simulation } from '../simulation.ts';
import * as accounts from './accounts.ts';
import * as attachments from './attachments.ts';
import * as claims from './claims.ts';
import * as counters from './counters.ts';
import * as disputes from './disputes.ts';
import * as drafts from './drafts.ts';
import * as entitlements from './entitlements.ts';
import * as idempotencyKeys from './idempotency-keys.ts';
import * as ledger from './ledger.ts';
import * as orders from './orders.ts';
import * as payouts from './payouts.ts';
import * as pendingWork from './pending-work.ts';
import * as people from './people.ts';
import * as plans from './plans.ts';
import * as promises from './promises.ts';
import * as publicAnswers from './public-answers.ts';
import * as reminders from './reminders.ts';
import * as responses from './responses.ts';
import * as screens from './screens.ts';
import * as secondPerson from './second-person.ts';
import { type Invariant, snapshotOf } from './snapshot.ts';
import * as thanks from './thanks.ts';
import * as timing from './timing.ts';

/** All invariants, by name. They hold after a recovery. */
const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...ledger,
  ...accounts,
  ...orders,
  ...counters,
  ...timing,
  ...promises,
  ...reminders,
  ...thanks,
  ...publicAnswers,
  ...attachments,
  ...screens,
  ...claims,
  ...disputes,
  ...payouts,
  ...plans,
  ...pendingWork,
  ...responses,
  ...drafts,
  ...idempotencyKeys,
  ...entitlements,
  ...people,
  ...secondPerson,
};

/** The invariants that hold whenever no process runs, even if work was interrupted and webhooks are on their way. */
const WHENEVER_IDLE: Readonly<Record<string, Invariant>> = {
  ...promises,
  ...reminders,
  ...thanks,
  ...publicAnswers,
  attachmentsAreInOneMessage: attachments.attachmentsAreInOneMessage,
  unsentAttachmentsAreDue: attachments.unsentAttachmentsAreDue,
  readyAttachmentsHaveFiles: attachments.readyAttachmentsHaveFiles,
  ledgerSumsToZero: ledger.ledgerSumsToZero,
  deadlinesArePaymentAndPause: timing.deadlinesArePaymentAndPause,
  feesNeverIncrease: timing.feesNeverIncrease,
  cardsAreNotChargedEarly: entitlements.cardsAreNotChargedEarly,
  firstPayoutsWait14Days: entitlements.firstPayoutsWait14Days,
  balancesMatchLedger: ledger.balancesMatchLedger,
  oneOrderPerKey: responses.oneOrderPerKey,
  pairLocksMatch: orders.pairLocksMatch,
  claimsFreezeWhatTheySay: claims.claimsFreezeWhatTheySay,
  undecidedClaimsAreFollowedUp: claims.undecidedClaimsAreFollowedUp,
  eachOrderEndsOnce: orders.eachOrderEndsOnce,
  plansArePaidFor: plans.plansArePaidFor,
  earningsShownAreInTheLedger: screens.earningsShownAreInTheLedger,
  moneyMovesAfterDecisions: timing.moneyMovesAfterDecisions,
};

/** Checks invariants before the end of a history, at a moment when no process runs, and keeps the violations. */
export function checkInvariants(
  simulation: Simulation,
  state: IdleState,
  items: readonly Item[],
): void {
  const invariants = state === 'settled' ? INVARIANTS : WHENEVER_IDLE;
  for (const violation of brokenBy(simulation, items, invariants))
    simulation.idleViolations.add(violation);
}

function brokenBy(
  { world }: Simulation,
  items: readonly Item[],
  invariants: Readonly<Record<string, Invariant>>,
): string[] {
  const state = snapshotOf(world, items);
  return Object.entries(invariants).flatMap(([name, invariant]) =>
    invariant(state).map((violation) => `${name}: ${violation}`),
  );
}

/** Returns every violation with the name of its invariant; an empty list if all hold. */
export function violationsOf(simulation: Simulation, items: readonly Item[]): string[] {
  return [
    ...simulation.idleViolations,
    ...brokenBy(simulation, items, INVARIANTS).filter((one) => !simulation.idleViolations.has(one)),
    ...simulation.driver.unexpectedErrors.map((fault) => `noUnexpectedErrors: ${fault}`),
  ];
}
