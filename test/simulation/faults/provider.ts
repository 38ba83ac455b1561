import { crashes, crashesAlone, edit, firstSeed, type PlantedFault } from './fault.ts';

/* Faults that show when Stripe and the product disagree: by their clocks, late responses, and changes that only Stripe knows of. */

const PAYMENTS = 'functions/gateways/payments.ts';
const RECONCILIATION = 'functions/ledger/reconciliation.ts';

export const PROVIDER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a hold is searched for as if both clocks were the same',
    file: PAYMENTS,
    edits: [edit('toSeconds(later(since, -HOUR))', 'toSeconds(since)')],
    caughtBy: ['paymentsHaveOrders', 'ledgerAgreesWithStripe'],
    arguments: crashesAlone('the clock of Stripe'),
  },
  {
    name: 'a webhook is refused if the clocks differ by a minute',
    file: 'functions/webhooks/stripe.ts',
    edits: [edit('const TOLERANCE = 5 * 60;', 'const TOLERANCE = 60;')],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(9),
  },
  {
    name: 'a hold that does not say when it ends is trusted for eight days',
    file: PAYMENTS,
    edits: [edit('SHORTEST_HOLD = 5 * DAY', 'SHORTEST_HOLD = 8 * DAY')],
    caughtBy: ['holdsAreCapturedInTime', 'everyDateIsInItsList'],
    arguments: crashes('does not say'),
  },
  {
    name: 'a hold that was captured in the dashboard still counts as held',
    file: 'shared/rules/conversations/payment-status.ts',
    edits: [
      edit(
        "c.money.state === 'HELD') return applyToCapture",
        "c.money.state === 'RELEASED') return applyToCapture",
      ),
    ],
    caughtBy: ['moneyStatesMatchStripe', 'nothingIsOwedToStripe', 'nothingIsOverdue'],
    arguments: crashes('captured in the dashboard'),
  },
  {
    name: 'reconciliation ignores what an operator sent or charged',
    file: RECONCILIATION,
    edits: [
      edit(
        'userId === undefined ? undefined : { userId, stripeId };',
        'userId === undefined ? { userId: stripeId, stripeId } : undefined;',
      ),
    ],
    caughtBy: ['noUnexpectedErrors'],
    arguments: firstSeed(6),
  },
  {
    name: 'an undone order waits for ever for what the bank took back',
    file: 'shared/rules/conversations/payment-status.ts',
    edits: [
      edit(
        '  if (returnedState(paymentStatus)) {',
        "  if (paymentStatus.is === 'released' || paymentStatus.is === 'refunded') {",
      ),
    ],
    caughtBy: ['nothingIsOwedToStripe'],
    arguments: crashes('dashboard, disputed and lost'),
  },
  {
    name: 'a repeated hold has other parameters under the same idempotency key',
    file: PAYMENTS,
    edits: [
      edit(
        '          metadata: { conversationId },\n          expand',
        '          description: String(Math.random()),\n          metadata: { conversationId },\n          expand',
      ),
    ],
    caughtBy: ['noUnexpectedErrors'],
    arguments: crashes('paying with a new card'),
  },
];
