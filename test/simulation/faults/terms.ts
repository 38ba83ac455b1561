import { crashes, edit, firstSeed, type PlantedFault, races } from './fault.ts';

/* Faults in prices, fees and responses that users saw, and in whose money is moved. */

const PAYING = 'functions/conversations/payments.ts';

export const TERMS_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a repeated idempotency key creates another order',
    file: 'functions/storage/idempotency.ts',
    edits: [
      edit('return found && found.expiresAt > toSeconds(now) ? found : undefined;', 'return;'),
      edit("when: 'attribute_not_exists(#pk) OR", "when: 'attribute_exists(#pk) OR :now = :now OR"),
    ],
    caughtBy: ['oneOrderPerKey', 'keysRepeatTheirAnswer'],
    arguments: firstSeed(6),
  },
  {
    name: 'a sender who was shown an outdated price pays the current one',
    file: PAYING,
    edits: [edit('if (offer?.price === price)', 'if (offer)')],
    caughtBy: ['pricesMatchThoseShown'],
    arguments: firstSeed(8),
  },
  {
    name: 'an order at the price of a contact does not require the contact any more',
    file: PAYING,
    edits: [edit('offer.forContact === true', 'offer.forContact === undefined && false')],
    caughtBy: ['ordersFollowRecipientTerms'],
    arguments: races('paying the price of a contact and removing'),
  },
  {
    name: 'an order does not require what the recipient offers to be as it was read',
    file: 'functions/storage/conversations/conversations.ts',
    edits: [
      edit("'#offersVersion = :offers'", "'#offersVersion <= :offers OR #offersVersion > :offers'"),
    ],
    caughtBy: ['ordersFollowRecipientTerms'],
    arguments: races('paying for a tier and changing its price'),
  },
  {
    name: 'the price of a contact outlasts a block',
    file: 'functions/storage/contacts/contact-transitions.ts',
    edits: [edit("standing: 'BLOCKED',", "...mine, standing: 'BLOCKED',")],
    caughtBy: ['ordersFollowRecipientTerms'],
    arguments: crashes('blocking a contact who has a price'),
  },
  {
    name: 'a month accepts one message more than the commitment',
    file: 'functions/storage/month-counters.ts',
    edits: [edit('OR #reservedCount < :commitment', 'OR #reservedCount <= :commitment')],
    caughtBy: ['ordersFollowRecipientTerms'],
    arguments: firstSeed(8),
  },
  {
    name: 'a plan has the fees of another',
    file: 'shared/rules/conversations/fees.ts',
    edits: [edit("plan === 'NONE' ? 'FREE' : plan", "plan === 'NONE' ? 'FREE' : 'STARTER'")],
    caughtBy: ['ordersFollowRecipientTerms'],
  },
  {
    name: 'the card of the recipient pays',
    file: PAYING,
    edits: [
      edit('await paymentOf(context, sender, input)', 'await paymentOf(context, recipient, input)'),
    ],
    caughtBy: ['moneyBelongsToItsUser'],
  },
  {
    name: 'a card is charged at once, not held',
    file: 'functions/gateways/payments.ts',
    edits: [edit("capture_method: 'manual'", "capture_method: 'automatic'")],
    caughtBy: ['cardsAreNotChargedEarly'],
  },
  {
    name: 'a hold is captured days too early',
    file: 'shared/rules/conversations/state-machine.ts',
    edits: [edit('CAPTURE_MARGIN = 12 * HOUR', 'CAPTURE_MARGIN = 60 * HOUR')],
    caughtBy: ['cardsAreNotChargedEarly'],
    arguments: firstSeed(10),
  },
  {
    name: 'a payout is a dollar less than what was owed',
    file: 'shared/rules/payouts/payouts.ts',
    edits: [
      edit(
        'return amount < PAYOUT_MINIMUM ? ZERO : amount;',
        'return amount < PAYOUT_MINIMUM ? ZERO : cents(Math.max(PAYOUT_MINIMUM, amount - 100));',
      ),
    ],
    caughtBy: ['owedUsersArePaid'],
  },
  {
    name: 'no balance ever reaches the minimum payout',
    file: 'shared/rules/payouts/payouts.ts',
    edits: [edit('PAYOUT_MINIMUM = cents(1_000)', 'PAYOUT_MINIMUM = cents(1_000_000_000)')],
    caughtBy: ['owedUsersArePaid'],
  },
  {
    name: 'the sender of an accepted order is told that the card was declined',
    file: PAYING,
    edits: [
      edit(
        "if (status !== 'UNDONE') return conversation;",
        "if (status !== 'UNDONE' && paymentStatus.is !== 'held') return conversation;",
      ),
      edit(
        "if (paymentStatus.is === 'held' || paymentStatus.is === 'underway')",
        'if (paymentStatus.is === undefined)',
      ),
    ],
    caughtBy: ['refusalsSendNothing'],
  },
  {
    name: 'an ending that comes too late is answered as done',
    file: 'functions/conversations/conversation-action.ts',
    edits: [
      edit(
        'throwIfRefused(refusalOf(side, action, status));',
        'if (refusalOf(side, action, status)) return undefined;',
      ),
      edit('if (!after) throw', 'if (after === null) throw'),
    ],
    caughtBy: ['successesHold'],
    arguments: firstSeed(5),
  },
  {
    name: 'an order that was undone is answered as sent',
    file: PAYING,
    edits: [edit("if (status !== 'UNDONE') return conversation;", 'return conversation;')],
    caughtBy: ['successesHold', 'noUnexpectedErrors'],
  },
  {
    name: 'a refused refund is treated as successful',
    file: 'shared/rules/conversations/refunds.ts',
    edits: [
      edit(
        'if (isPriceExpected(c) || c.price === ZERO) return undefined;',
        'if (c.price >= ZERO) return undefined;',
      ),
    ],
    caughtBy: ['ledgerAgreesWithStripe', 'moneyStatesMatchStripe', 'paymentsHaveOrders'],
    arguments: crashes('refund that the bank refused'),
  },
];
