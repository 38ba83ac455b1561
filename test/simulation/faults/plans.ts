import { crashes, edit, firstSeed, type PlantedFault, races } from './fault.ts';

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
  {
    name: 'a subscription that is not paid yet counts as active',
    file: 'shared/rules/billing/plans.ts',
    edits: [edit("if (subscription.is === 'beginning') return undefined;", '')],
    caughtBy: ['plansArePaidFor'],
    arguments: crashes('plan: a first month that the bank asks about'),
  },
  {
    name: 'a plan is overwritten after a concurrent change',
    file: 'functions/storage/billing/plans.ts',
    edits: [
      edit(
        "when: `#licenseId = :was AND ${planVersion === undefined ? 'attribute_not_exists(#planVersion)' : '#planVersion = :read'}`,",
        "when: 'attribute_exists(#pk)',",
      ),
      edit('values: { was: licenseId, read: planVersion },', ''),
    ],
    caughtBy: ['planEventsAreToldOnce'],
    arguments: races('plan: two webhooks of its end'),
  },
  {
    name: 'an unpaid renewal counts as paid',
    file: 'shared/rules/billing/plans.ts',
    edits: [edit('paidUntil: failing ? periodStart : periodEnd,', 'paidUntil: periodEnd,')],
    caughtBy: ['plansArePaidUntilTheirPeriod'],
    arguments: crashes('plan: a renewal that is declined'),
  },
  {
    name: 'a refund of a later month takes the bonus back',
    file: 'functions/billing/plan-invoices.ts',
    edits: [edit('if (before?.invoiceId !== payment.invoiceId) return;', 'if (!before) return;')],
    caughtBy: ['referralsEarnOnce'],
    arguments: crashes('plan: the refund of a third'),
  },
  {
    name: 'a bonus is kept after its payment was refunded',
    file: REFERRALS,
    edits: [
      edit(
        'const earned = isIntact(chargeSummary);',
        'const earned = isIntact(chargeSummary) || before.earned;',
      ),
    ],
    caughtBy: ['referralsEarnOnce'],
    arguments: crashes('plan: the refund of a second'),
  },
  {
    name: 'the payment of an upgrade earns the bonus',
    file: 'functions/gateways/plan-payments.ts',
    edits: [edit('isMonth(reason) && amount > 0', 'isMonth(reason) || amount > 0')],
    caughtBy: ['referralsEarnOnce'],
    arguments: crashes('plan: an upgrade in the first month'),
  },
  {
    name: 'an answer takes the higher of two fees',
    file: 'shared/rules/conversations/pricing.ts',
    edits: [
      edit(
        'feeOf(price, today) < feeOf(price, agreed) ? today : agreed',
        'feeOf(price, today) > feeOf(price, agreed) ? today : agreed',
      ),
    ],
    caughtBy: ['ordersFollowRecipientTerms', 'feesNeverIncrease'],
    arguments: crashes('plan: answering after'),
  },
];
