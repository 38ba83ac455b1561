import { edit, firstSeed, type PlantedFault, races } from './fault.ts';

/* Faults in subscriptions and in referral bonuses. */

const SUBSCRIPTIONS = 'functions/gateways/subscriptions.ts';
const REFERRALS = 'shared/rules/accounts/referrals.ts';

export const PLAN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a subscription is created with a new idempotency key each time',
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
    name: 'a plan remains after its subscription ended',
    file: 'shared/rules/billing/plans.ts',
    edits: [edit("return membership ? { licenseId: 'FREE' } : undefined;", 'return undefined;')],
    caughtBy: ['plansMatchSubscriptions'],
    arguments: firstSeed(17),
  },
  {
    name: 'a refund of a plan payment is not booked',
    file: 'functions/billing/plan-invoices.ts',
    edits: [edit('  await settlePlanLosses(context, payment);\n', '')],
    caughtBy: ['ledgerAgreesWithStripe'],
  },
  {
    name: 'a referral earns with the first month',
    file: REFERRALS,
    edits: [edit('=> paidMonths[1];', '=> paidMonths[0];')],
    caughtBy: ['referralsEarnOnce'],
    arguments: firstSeed(4),
  },
];
