import { crashes, crashesAlone, edit, firstSeed, type PlantedFault, races } from './fault.ts';

/* Faults in paying for a message, and in the ways a conversation ends. */

const CONVERSATIONS = 'functions/storage/conversations/conversations.ts';
const STATE_MACHINE = 'shared/rules/conversations/state-machine.ts';
const PAYMENT_STATUS = 'shared/rules/conversations/payment-status.ts';
const PAYMENTS = 'functions/gateways/payments.ts';

export const ORDER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a hold is requested with a new idempotency key each time',
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
    name: 'a hold whose first response was lost is not found again',
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
    name: 'the lock of a pair is taken without checking that it is free',
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
    name: 'the message of an undone order is kept',
    file: CONVERSATIONS,
    edits: [
      edit('follows.forgets ? deleteMessage(after.id, after.questionId) : undefined', 'undefined'),
    ],
    caughtBy: ['undoneOrdersHaveNoMessage'],
  },
  {
    name: 'the lock of a pair stays when their order ends',
    file: CONVERSATIONS,
    edits: [edit('follows.freesLock ? remove(lockKeyOf(after)) : undefined', 'undefined')],
    caughtBy: ['pairLocksMatch'],
  },
  {
    name: 'a canceled order still counts towards the commitment',
    file: CONVERSATIONS,
    edits: [
      edit(
        'follows.freesReservation ? releasePaidMessage(recipient.id, after.month) : undefined',
        'undefined',
      ),
    ],
    caughtBy: ['monthCountersMatch'],
  },
  {
    name: 'a conversation is overwritten after a concurrent change',
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
    name: 'the outcome of a write is ignored',
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
    name: 'a transition publishes no event',
    file: CONVERSATIONS,
    edits: [
      edit(
        'domainEvent && publishEvent(conversationEvent(after, domainEvent, now)),\n    message',
        'message',
      ),
    ],
    caughtBy: ['eventsArePublishedOnce'],
  },
  {
    name: 'an answer is credited outside its transaction',
    file: CONVERSATIONS,
    edits: [
      edit('follows.earned && addEarning(recipient.id, follows.earned.net, now),', ''),
      edit(
        "if (outcome === 'done') return after;",
        `if (outcome === 'done') {
      const { earned } = consequencesOf(before, after);
      const credit = earned && addEarning(after.recipient.id, earned.net, now);
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
    file: STATE_MACHINE,
    edits: [edit('    entry: paidEntry(next),\n', '')],
    caughtBy: ['ordersHavePayments', 'ledgerAgreesWithStripe'],
  },
  {
    name: 'an answer cancels the hold instead of capturing it',
    file: STATE_MACHINE,
    edits: [
      edit(
        "money: money.state === 'HELD' ? withPendingEffect(money, 'capture', now) : money,",
        "money: money.state === 'HELD' ? withPendingEffect(money, 'giveBack', now) : money,",
      ),
    ],
    caughtBy: ['ledgerAgreesWithStripe', 'moneyStatesMatchStripe'],
  },
  {
    name: 'a hold that should be canceled is captured',
    file: 'shared/rules/conversations/pending-effect.ts',
    edits: [edit("    'giveBack',\n    now,", "    'capture',\n    now,")],
    caughtBy: ['ledgerAgreesWithStripe', 'paymentsHaveOrders', 'moneyStatesMatchStripe'],
  },
  {
    name: 'every report refunds the sender',
    file: 'shared/rules/conversations/refunded-reports.ts',
    edits: [
      edit(
        "return reason === 'NOT_ME' || reason === 'IGNORE' || reason === 'SUICIDE_SELFINJURY';",
        'return reason !== undefined;',
      ),
    ],
    caughtBy: ['eachOrderEndsOnce'],
    arguments: firstSeed(15),
  },
  {
    name: 'a refund has the wrong amount',
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
    name: 'a payment that was captured meanwhile is not refunded',
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
    name: 'the money is refunded before the ending is decided',
    file: 'functions/conversations/end-conversation.ts',
    edits: [
      edit(
        "import type { KeyedCall } from '../storage/idempotency.ts';",
        `import { conversationById } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';`,
      ),
      edit(
        '  await performAction(',
        `  const early = await conversationById(context.table, conversationId, context.now);
  if (early?.money.intentId) await context.payments.cancelOrRefund(conversationId, early.money.intentId);
  await performAction(`,
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
    name: 'the comparison with the deadline is inverted',
    file: PAYMENT_STATUS,
    edits: [edit('if (now >= c.deadlineAt) return end', 'if (now < c.deadlineAt) return end')],
    caughtBy: ['nothingIsOverdue', 'ordersEndInTime'],
    arguments: crashes('expiring, with a capture'),
  },
  {
    name: 'an answer is accepted after the deadline',
    file: 'shared/rules/conversations/state-machine.ts',
    edits: [edit("if (isPending(status) && now >= deadlineAt) return 'EXPIRED';", '')],
    caughtBy: ['ordersEndInTime'],
    arguments: crashes('answering too late'),
  },
  {
    name: 'the time of a pause is counted twice',
    file: STATE_MACHINE,
    edits: [
      edit(
        'RESPONSE_TIME + (clarification ? pausedTime(clarification) : 0)',
        'RESPONSE_TIME + (clarification ? 2 * pausedTime(clarification) : 0)',
      ),
    ],
    caughtBy: ['deadlinesArePaymentAndPause'],
    arguments: crashes('clarifying: giving'),
  },
  {
    name: 'a pause that ends early still moves the deadline by 72 hours',
    file: STATE_MACHINE,
    edits: [
      edit(
        '    deadlineAt: deadlineOf(paidAt, ended),',
        '    deadlineAt: conversation.deadlineAt,',
      ),
    ],
    caughtBy: ['deadlinesArePaymentAndPause'],
    arguments: crashes('clarifying: the sender ends'),
  },
  {
    name: 'a late schedule ends a pause when it runs',
    file: STATE_MACHINE,
    edits: [
      edit('instant(Math.min(Math.max(now, askedAt), until))', 'instant(Math.max(now, askedAt))'),
    ],
    caughtBy: ['deadlinesArePaymentAndPause'],
    arguments: crashes('clarifying: the pause and the deadline'),
  },
  {
    name: 'a hold is captured when a pause ends',
    file: 'shared/rules/conversations/payment-status.ts',
    edits: [
      edit(
        'if (!c.money.owed && isLapsing(c, now))',
        "if (!c.money.owed && (isLapsing(c, now) || (c.status === 'NEEDS_INFO' && c.money.state === 'HELD')))",
      ),
    ],
    caughtBy: ['cardsAreNotChargedEarly', 'moneyMovesAfterDecisions'],
    arguments: crashes('clarifying: the time is over, days before'),
  },
  {
    name: 'a hold is not captured during a pause',
    file: 'shared/rules/conversations/due.ts',
    edits: [edit('    ...(isPending(status) && !owed', "    ...(status === 'PENDING' && !owed")],
    caughtBy: ['holdsAreCapturedInTime', 'deadlinesArePaymentAndPause', 'everyDateIsInItsList'],
    arguments: crashes('clarifying: the hold lapses'),
  },
  {
    name: 'a question can be asked a second time',
    file: 'functions/conversations/replies.ts',
    edits: [edit("side === 'recipient' && current.clarification && isPending(status)", 'false')],
    caughtBy: ['deadlinesArePaymentAndPause'],
    arguments: crashes('clarifying: a second question'),
  },
  {
    name: 'a hold is captured only after it has lapsed',
    file: 'shared/rules/conversations/state-machine.ts',
    edits: [edit('CAPTURE_MARGIN = 12 * HOUR', 'CAPTURE_MARGIN = -12 * HOUR')],
    caughtBy: ['holdsAreCapturedInTime'],
    arguments: crashes('expiring, with a capture'),
  },
  {
    name: 'the sweep of deadlines reads the wrong index partition',
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
    name: 'a ledger entry lacks a posting',
    file: 'shared/rules/ledger/ledger.ts',
    edits: [
      edit("      { account: 'platform:fees', amount: feeOf(price, terms) },\n", ''),
      edit('if (sum !== ZERO) throw', 'if (sum === undefined) throw'),
    ],
    caughtBy: ['ledgerSumsToZero'],
  },
  {
    name: 'a charge before the answer publishes no event, so there is no receipt',
    file: 'shared/rules/conversations/payment-status.ts',
    edits: [
      edit(
        "...(isPending(c.status) && {\n        domainEvent: { type: 'conversation.charged'",
        "...(c.status === 'PAYING' && {\n        domainEvent: { type: 'conversation.charged'",
      ),
    ],
    caughtBy: ['eventsArePublishedOnce'],
    arguments: crashes('expiring, with a capture before the deadline'),
  },
];
