import { crashes, crashesAlone, edit, type PlantedFault, races } from './fault.ts';

/* Paying for a message, and the ways in which it ends. */

const CONVERSATIONS = 'functions/storage/conversations/conversations.ts';
const COURSE = 'shared/rules/conversations/state-machine.ts';
const MONEY_COURSE = 'shared/rules/conversations/payment-status.ts';
const PAYMENTS = 'functions/gateways/payments.ts';

export const ORDER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a hold is asked for under a fresh idempotency key each time',
    file: PAYMENTS,
    edits: [
      edit(
        'idempotencyKey: `hold:${conversationId}`',
        'idempotencyKey: `hold:${conversationId}:${Math.random()}`',
      ),
    ],
    caughtBy: ['ledgerAgreesWithStripe', 'paymentsHaveOrders'],
    arguments: crashes('paying with a new card'),
  },
  {
    name: 'a hold is a cent more than the price',
    file: PAYMENTS,
    edits: [
      edit(
        '          amount,\n          currency',
        '          amount: amount + 1,\n          currency',
      ),
    ],
    caughtBy: ['ledgerAgreesWithStripe', 'paymentsHaveOrders'],
  },
  {
    name: 'a hold whose first answer was lost is not found again',
    file: PAYMENTS,
    edits: [
      edit(
        'intents.find((one) => one.metadata.conversationId === conversationId)',
        'intents.find((one) => one.metadata.conversationId === undefined)',
      ),
    ],
    caughtBy: ['paymentsHaveOrders', 'ledgerAgreesWithStripe'],
    arguments: crashesAlone('paying with a new card'),
  },
  {
    name: 'the lock of a pair is taken without looking whether it is there',
    file: 'functions/storage/conversations/reminders.ts',
    edits: [
      edit('import { putNew, type Step', 'import { put, type Step'),
      edit('  putNew(\n    {', '  put(\n    {'),
      edit("    'PENDING_EXISTS',\n  );", '  );'),
    ],
    caughtBy: ['pairLocksMatch'],
    arguments: races('two orders'),
  },
  {
    name: 'the lock of a pair stays when their order ends',
    file: CONVERSATIONS,
    edits: [
      edit(
        'follows.freesLock ? remove(pendingKey(sender.id, recipient.id)) : undefined',
        'undefined',
      ),
    ],
    caughtBy: ['pairLocksMatch'],
  },
  {
    name: 'a cancelled order keeps its place in the commitment',
    file: CONVERSATIONS,
    edits: [
      edit(
        'follows.freesReservation ? freePlace(recipient.id, after.month) : undefined',
        'undefined',
      ),
    ],
    caughtBy: ['monthCountersMatch'],
  },
  {
    name: 'a conversation is written whoever changed it meanwhile',
    file: CONVERSATIONS,
    edits: [
      edit(
        "when: '#version = :version',\n      values: { version: before.version },",
        "when: 'attribute_exists(#pk)',",
      ),
    ],
    caughtBy: ['nothingWasOverwritten'],
    arguments: races('answer and cancel'),
  },
  {
    name: 'what became of a write is not looked at',
    file: CONVERSATIONS,
    edits: [edit("if (outcome === 'done') return after;", 'return after;')],
    caughtBy: [
      'refundsFollowDecisions',
      'ledgerAgreesWithStripe',
      'nothingIsOwedToStripe',
      'moneyStatesMatchStripe',
      'paymentsHaveOrders',
    ],
    arguments: races('cancel and answer'),
  },
  {
    name: 'a step is told of beside its transaction, that is: not at all',
    file: CONVERSATIONS,
    edits: [edit('fact && tell(factOf(after, fact, now)),\n    message', 'message')],
    caughtBy: ['eventsArePublishedOnce'],
  },
  {
    name: 'an answer is credited after its transaction',
    file: CONVERSATIONS,
    edits: [
      edit('follows.earned && moveBalance(recipient.id, follows.earned.net, now),', ''),
      edit(
        "if (outcome === 'done') return after;",
        `if (outcome === 'done') {
      const { earned } = consequencesOf(before, after);
      const credit = earned && moveBalance(after.recipient.id, earned.net, now);
      if (credit) await table.write(credit);
      return after;
    }`,
      ),
    ],
    caughtBy: ['balancesMatchLedger'],
    arguments: crashes('answering, OPEN'),
  },
  {
    name: 'an order is accepted without its ledger entry',
    file: COURSE,
    edits: [edit('    entry: paidEntry(next),\n', '')],
    caughtBy: ['ordersHavePayments', 'ledgerAgreesWithStripe'],
  },
  {
    name: 'an answer lets the hold go in place of taking it',
    file: COURSE,
    edits: [
      edit(
        "money: money.state === 'HELD' ? withPendingEffect(money, 'capture', now) : money,",
        "money: money.state === 'HELD' ? withPendingEffect(money, 'giveBack', now) : money,",
      ),
    ],
    caughtBy: ['ledgerAgreesWithStripe', 'moneyStatesMatchStripe'],
  },
  {
    name: 'what is to be let go is taken',
    file: 'shared/rules/conversations/pending-effect.ts',
    edits: [edit("    'giveBack',\n    now,", "    'capture',\n    now,")],
    caughtBy: ['ledgerAgreesWithStripe', 'paymentsHaveOrders', 'moneyStatesMatchStripe'],
  },
  {
    name: 'the money of every report goes back',
    file: 'shared/rules/conversations/state-machine.ts',
    edits: [
      edit(
        "return reason === 'NOT_ME' || reason === 'IGNORE' || reason === 'SUICIDE_SELFINJURY';",
        'return reason !== undefined;',
      ),
    ],
    caughtBy: ['eachOrderEndsOnce'],
  },
  {
    name: 'a refund is of another amount',
    file: PAYMENTS,
    edits: [
      edit(
        '{ payment_intent: intentId, metadata: { conversationId } }',
        '{ payment_intent: intentId, amount: 50, metadata: { conversationId } }',
      ),
    ],
    caughtBy: [
      'nothingIsOwedToStripe',
      'ledgerAgreesWithStripe',
      'paymentsHaveOrders',
      'nothingIsOverdue',
    ],
    arguments: crashes('cancelling, after'),
  },
  {
    name: 'what was taken in the meantime is not given back',
    file: PAYMENTS,
    edits: [edit("if (after.is !== 'charged' ||", "if (after.is === 'charged' ||")],
    caughtBy: [
      'nothingIsOwedToStripe',
      'nothingIsOverdue',
      'paymentsHaveOrders',
      'ledgerAgreesWithStripe',
    ],
    arguments: crashes('cancelling, after'),
  },
  {
    name: 'the money is given back before anybody decided that',
    file: 'functions/conversations/end-conversation.ts',
    edits: [
      edit(
        'import { changeConversation } from',
        'import { changeConversation, conversationById } from',
      ),
      edit(
        'const { table, now } = context;',
        `const { table, now } = context;
  const early = await conversationById(table, conversationId, now);
  if (early?.money.intentId) await context.payments.giveBack(conversationId, early.money.intentId);`,
      ),
    ],
    caughtBy: [
      'refundsFollowDecisions',
      'ordersHavePayments',
      'ledgerAgreesWithStripe',
      'paymentsHaveOrders',
    ],
    arguments: races('cancel and answer'),
  },
  {
    name: 'the deadline is compared the wrong way round',
    file: MONEY_COURSE,
    edits: [edit('if (now >= c.deadlineAt) return end', 'if (now < c.deadlineAt) return end')],
    caughtBy: ['nothingIsOverdue', 'ordersEndInTime'],
    arguments: crashes('expiring, with a capture'),
  },
  {
    name: 'an answer is taken after the deadline',
    file: 'shared/rules/conversations/state-machine.ts',
    edits: [
      edit(
        "return status === 'PENDING' && now >= deadlineAt ? 'EXPIRED' : status;",
        'return status;',
      ),
    ],
    caughtBy: ['ordersEndInTime'],
    arguments: crashes('answering too late'),
  },
  {
    name: 'a hold is taken when it has lapsed already',
    file: 'shared/rules/conversations/state-machine.ts',
    edits: [edit('CAPTURE_MARGIN = 12 * HOUR', 'CAPTURE_MARGIN = -12 * HOUR')],
    caughtBy: ['holdsAreCapturedInTime'],
    arguments: crashes('expiring, with a capture'),
  },
  {
    name: 'the sweep of deadlines looks into the wrong list',
    file: 'functions/jobs/expireConversations.ts',
    edits: [edit("sweep(work, 'CONVERSATION'", "sweep(work, 'PAYMENT'")],
    caughtBy: ['nothingIsOverdue', 'holdsAreCapturedInTime'],
  },
  {
    name: 'a fee is rounded down',
    file: 'shared/rules/conversations/pricing.ts',
    edits: [
      edit(
        'plus(share(price, terms.basisPoints), terms.fixed)',
        'plus(cents(Math.floor((price * terms.basisPoints) / 10_000)), terms.fixed)',
      ),
    ],
    caughtBy: ['answersEarnOnce'],
  },
  {
    name: 'an entry of the ledger misses a leg',
    file: 'shared/rules/ledger/ledger.ts',
    edits: [
      edit("      { account: 'platform:fees', amount: feeOf(price, terms) },\n", ''),
      edit('if (sum !== ZERO) throw', 'if (sum === undefined) throw'),
    ],
    caughtBy: ['ledgerSumsToZero'],
  },
];
