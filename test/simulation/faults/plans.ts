import { edit, type PlantedFault, races } from './fault.ts';

/* Plans that are paid every month, and invitations that earn by them. */

const SUBSCRIPTIONS = 'functions/gateways/subscriptions.ts';
const REFERRALS = 'shared/rules/accounts/referrals.ts';

export const PLAN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a plan is begun under a fresh idempotency key at each press',
    file: SUBSCRIPTIONS,
    edits: [
      edit(
        'idempotencyKey: `subscribe:${key}`',
        'idempotencyKey: `subscribe:${key}:${Math.random()}`',
      ),
    ],
    caughtBy: ['plansMatchSubscriptions'],
    arguments: races('two upgrades'),
  },
  {
    name: 'a plan that is over stays',
    file: 'shared/rules/billing/plans.ts',
    edits: [edit("return membership ? { licenseId: 'FREE' } : undefined;", 'return undefined;')],
    caughtBy: ['plansMatchSubscriptions'],
  },
  {
    name: 'what went back of a payment for a plan is not booked',
    file: 'functions/billing/plan-invoices.ts',
    edits: [edit('  await settlePlanLosses(context, payment);\n', '')],
    caughtBy: ['ledgerAgreesWithStripe'],
  },
  {
    name: 'an invitation earns with the first month',
    file: REFERRALS,
    edits: [edit('=> paidMonths[1];', '=> paidMonths[0];')],
    caughtBy: ['referralsEarnOnce'],
  },
];
