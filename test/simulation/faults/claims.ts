import { crashes, edit, type PlantedFault, races } from './fault.ts';

/* Faults in claims about an answer. */

const CLAIMS = 'shared/rules/conversations/claims.ts';
const CONVERSATIONS = 'functions/storage/conversations/conversations.ts';
const STORED_CLAIMS = 'functions/storage/conversations/claims.ts';
const PAYMENT_STATUS = 'shared/rules/conversations/payment-status.ts';

export const CLAIM_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a claim freezes the earning only in the ledger',
    file: CLAIMS,
    edits: [
      edit(
        '    ...(frozen > ZERO && { balanceChange: { userId: c.recipient.id, by: negative(frozen) } }),\n',
        '',
      ),
    ],
    caughtBy: ['balancesMatchLedger'],
    arguments: crashes('claim: claiming'),
  },
  {
    name: 'a claim that ended still says that the earning is frozen',
    file: CLAIMS,
    edits: [
      edit(
        '    next: withClaim(c, { state, frozen: ZERO }, ended, event, now),',
        '    next: withClaim(c, { state, frozen }, ended, event, now),',
      ),
    ],
    caughtBy: ['claimsFreezeWhatTheySay'],
    arguments: crashes('claim: withdrawing'),
  },
  {
    name: 'a withdrawn claim does not free the earning',
    file: CLAIMS,
    edits: [
      edit(
        '    ...(frozen > ZERO && { freedEntry: claimFreedEntry(c, c.recipient.id, frozen) }),\n',
        '',
      ),
    ],
    caughtBy: ['claimsFreezeWhatTheySay'],
    arguments: crashes('claim: withdrawing'),
  },
  {
    name: 'a freed earning is not in the balance',
    file: CONVERSATIONS,
    edits: [edit('  const by = plus(owes?.by ?? ZERO, freed);', '  const by = owes?.by ?? ZERO;')],
    caughtBy: ['balancesMatchLedger'],
    arguments: crashes('claim: withdrawing'),
  },
  {
    name: 'the balance counts one of the two entries of a disputed claim',
    file: CONVERSATIONS,
    edits: [edit('owes && freedEntry && { entries: 2 }', 'owes && freedEntry && { entries: 1 }')],
    caughtBy: ['balancesMatchLedger'],
    arguments: crashes('claim: disputed and won'),
  },
  {
    name: 'a dispute leaves the case of its claim open',
    file: CLAIMS,
    edits: [
      edit("    ...closedCase(next, { outcome: 'REJECTED', reason: OVERTAKEN }, now),\n", ''),
    ],
    caughtBy: ['undecidedClaimsAreFollowedUp'],
    arguments: crashes('claim: contested, disputed'),
  },
  {
    name: 'a claim after which the money goes back keeps the fee',
    file: 'shared/rules/ledger/ledger.ts',
    edits: [
      edit(
        "      { account: `user:${recipientId}`, amount: minus(frozen, net) },\n      { account: 'platform:fees', amount: minus(net, price) },\n      { account: 'platform:disputes', amount: price },",
        "      { account: `user:${recipientId}`, amount: minus(frozen, net) },\n      { account: 'platform:disputes', amount: net },",
      ),
    ],
    caughtBy: ['earningsLeaveOnce', 'answersEarnOnce'],
    arguments: crashes('claim: giving back'),
  },
  {
    name: 'a claim that was right refunds nobody',
    file: CLAIMS,
    edits: [
      edit(
        "next.money.owed === 'capture' ? next.money : withPendingEffect(next.money, 'giveBack', now)",
        'next.money',
      ),
    ],
    caughtBy: ['rightClaimsAreRefunded', 'paymentsHaveOrders'],
    arguments: crashes('claim: giving back'),
  },
  {
    name: 'a claim that was right before the capture is not refunded after it',
    file: PAYMENT_STATUS,
    edits: [
      edit("paymentStatus.is === 'charged' && money.byHand", 'money.captureBefore && money.byHand'),
    ],
    caughtBy: ['rightClaimsAreRefunded', 'paymentsHaveOrders'],
    arguments: crashes('claim: giving back before'),
  },
  {
    name: 'the schedule forgets the recipients who do not react to a claim',
    file: PAYMENT_STATUS,
    edits: [
      edit(
        'if (!isPending(c.status)) return nextClaimTransition(c, now);',
        'if (!isPending(c.status)) return undefined;',
      ),
    ],
    caughtBy: ['nothingIsOverdue'],
    arguments: crashes('claim: improving, and silence'),
  },
  {
    name: 'a claim lapses after 64 hours',
    file: CLAIMS,
    edits: [
      edit(
        'at: now, until: later(now, CLAIM_RESPONSE_TIME)',
        'at: now, until: later(now, 64 * HOUR)',
      ),
    ],
    caughtBy: ['claimsKeepTheirTime'],
    arguments: crashes('claim: silence of the recipient'),
  },
  {
    name: 'a claim is made after its time',
    file: CLAIMS,
    edits: [edit('if (now >= later(answeredAt, CLAIM_TIME))', 'if (now < answeredAt)')],
    caughtBy: ['claimsKeepTheirTime'],
    arguments: crashes('claim: too late'),
  },
  {
    name: 'the recipient reacts after the 72 hours',
    file: CLAIMS,
    edits: [
      edit(
        '  if (due === undefined || now < due) return c.money.claim?.state;',
        '  if (due !== undefined || now > 0) return c.money.claim?.state;',
      ),
    ],
    caughtBy: ['claimsKeepTheirTime'],
    arguments: crashes('claim: reacting'),
  },
  {
    name: 'claims at the same moment exceed the limit',
    file: STORED_CLAIMS,
    edits: [edit("'#made = :read'", "'#made >= :read'")],
    caughtBy: ['claimCountsMatch'],
    arguments: races('the third and the fourth claim'),
  },
  {
    name: 'the end of a claim is not counted',
    file: STORED_CLAIMS,
    edits: [edit('open: Number(isOpen) - Number(wasOpen),', 'open: Number(isNew),')],
    caughtBy: ['claimCountsMatch'],
    arguments: crashes('claim: withdrawing'),
  },
  {
    name: 'a claim that ended stays due',
    file: STORED_CLAIMS,
    edits: [
      edit('return is === undefined ? remove(key) :', 'return is === undefined ? undefined :'),
    ],
    caughtBy: ['undecidedClaimsAreFollowedUp'],
    arguments: crashes('claim: giving back'),
  },
  {
    name: 'a contested claim opens no case',
    file: CONVERSATIONS,
    edits: [edit('    openedCase && openCase(openedCase),\n', '')],
    caughtBy: ['undecidedClaimsAreFollowedUp', 'noUnexpectedErrors'],
    arguments: crashes('claim: contesting'),
  },
  {
    name: 'an upheld claim still counts as answered',
    file: 'shared/rules/conversations/counters.ts',
    edits: [edit('net === undefined || isUpheld ? 0 : 1', 'net === undefined ? 0 : 1')],
    caughtBy: ['answerRatesMatch'],
    arguments: crashes('claim: contesting, upheld'),
  },
  {
    name: 'an improved claim keeps its place in the list of what is due',
    file: 'functions/storage/conversations/claims.ts',
    edits: [edit('if (was === is) return', 'if (was === is || (was && is)) return')],
    caughtBy: ['undecidedClaimsAreFollowedUp'],
    arguments: crashes('claim: improving, and silence'),
  },
];
