import { ACCOUNT_FAULTS } from './faults/accounts.ts';
import { CLAIM_FAULTS } from './faults/claims.ts';
import { DESK_FAULTS } from './faults/desk.ts';
import { DISPUTE_FAULTS } from './faults/disputes.ts';
import type { PlantedFault } from './faults/fault.ts';
import { LOSS_FAULTS } from './faults/losses.ts';
import { MESSAGE_FAULTS } from './faults/messages.ts';
import { ORDER_FAULTS } from './faults/orders.ts';
import { PAYOUT_FAULTS } from './faults/payouts-and-webhooks.ts';
import { PLAN_FAULTS } from './faults/plans.ts';
import { PROMISE_FAULTS } from './faults/promises.ts';
import { PROVIDER_FAULTS } from './faults/provider.ts';
import { RECONCILIATION_FAULTS } from './faults/reconciliation.ts';
import { REMINDER_FAULTS } from './faults/reminders.ts';
import { TERMS_FAULTS } from './faults/terms.ts';
import { TRANSIENT_FAULTS } from './faults/transient.ts';

/** All planted faults, which prove that the simulation notices them. */
export const FAULTS: readonly PlantedFault[] = [
  ...ORDER_FAULTS,
  ...PAYOUT_FAULTS,
  ...DISPUTE_FAULTS,
  ...PLAN_FAULTS,
  ...TERMS_FAULTS,
  ...MESSAGE_FAULTS,
  ...CLAIM_FAULTS,
  ...DESK_FAULTS,
  ...PROVIDER_FAULTS,
  ...TRANSIENT_FAULTS,
  ...ACCOUNT_FAULTS,
  ...PROMISE_FAULTS,
  ...REMINDER_FAULTS,
  ...LOSS_FAULTS,
  ...RECONCILIATION_FAULTS,
];
