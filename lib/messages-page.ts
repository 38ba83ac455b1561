import * as checkout from '#shared/messages/checkout.ts';
import * as claims from '#shared/messages/claims.ts';
import { readersDates, utcDates } from '#shared/messages/dates.ts';
import * as decisions from '#shared/messages/decisions.ts';
import * as disputes from '#shared/messages/disputes.ts';
import * as earnings from '#shared/messages/earnings.ts';
import * as emails from '#shared/messages/emails.ts';
import * as invitations from '#shared/messages/invitations.ts';
import * as leaving from '#shared/messages/leaving.ts';
import * as ledger from '#shared/messages/ledger.ts';
import * as payments from '#shared/messages/payments.ts';
import * as plans from '#shared/messages/plans.ts';
import * as policy from '#shared/messages/policy.ts';
import * as prices from '#shared/messages/prices.ts';
import * as promises from '#shared/messages/promises.ts';
import * as reliability from '#shared/messages/reliability.ts';
import * as staff from '#shared/messages/staff.ts';
import * as lines from '#shared/messages/timeline.ts';
import { cents, minus, ZERO } from '#shared/money.ts';
import { MONEY_STATES, type MoneyState } from '#shared/rules/conversations/conversations.ts';
import { fromIso } from '#shared/time.ts';

/*
 * All messages about money with sample values, for whoever reads or translates them: docs/messages.md. A test compares the page with the
 * code, and asks that each message is on it.
 */

/** A message with sample values. `when`: the values that choose between its sentences. */
type Sample = { readonly when?: string; readonly text: string };
type Area = {
  readonly title: string;
  readonly messages: Readonly<Record<string, unknown>>;
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
};

const [price, owed, part, net] = [cents(2_500), cents(2_100), cents(400), cents(2_335)];
const [minimum, name, date] = [cents(1_000), 'Ana', 'Fri, Jan 8'];
const [chargeOn, answerBy] = [
  fromIso('2026-12-05T09:12:00.000Z'),
  fromIso('2026-12-08T21:45:00.000Z'),
];
const [CARD, LETTER] = ['your Visa ending in 4242', 'Two job offers, one visa'];
const ODDS = { before: { answered: 47, ended: 50 }, after: { answered: 46, ended: 50 } };
const inEmails = readersDates('America/New_York', fromIso('2026-11-28T21:45:00.000Z'));
const back = { amount: price, isAll: true, card: CARD };
const DUE = inEmails.deadline(answerBy);
const decision = { price, net, name };
const sendersRefund = { name: 'Noah', amount: price, isAll: true, net };
const waiting = { price, name, chargeOn, answerBy };
const open = { name, price, until: answerBy };
const sent = { price, sentOn: fromIso('2026-11-28T21:45:00.000Z') };
const answered = { net, answeredOn: fromIso('2026-12-02T10:00:00.000Z') };

const upgrade = {
  amount: cents(393),
  price: cents(499),
  credit: cents(106),
  owed: ZERO,
  before: 'Starter',
};

const one = (text: string): readonly Sample[] => [{ text }];
const both = (...texts: readonly (readonly [string, string])[]): readonly Sample[] =>
  texts.map(([when, text]) => ({ when, text }));
const inEachState = (
  say: (state: MoneyState) => string,
  states: readonly MoneyState[] = MONEY_STATES,
): readonly Sample[] => states.map((state) => ({ when: state, text: say(state) }));
/** The states of a letter that waits for its answer. */
const WAITING = ['HELD', 'CHARGED'] as const;
const counted = (say: (count: number) => string): readonly Sample[] =>
  [1, 3].map((count) => ({ when: String(count), text: say(count) }));
/** A title and a body, or several named texts. */
const parts = (texts: Readonly<Record<string, string>>): readonly Sample[] =>
  Object.entries(texts).map(([when, text]) => ({ when, text }));
const notifications = (all: Readonly<Record<string, { title: string; body: string }>>) =>
  Object.entries(all).map(([when, { title, body }]) => ({ when, text: `${title}: ${body}` }));

export const AREAS: readonly Area[] = [
  {
    title: 'The payment of a letter',
    messages: payments,
    samples: {
      HELD_TODAY: one(payments.HELD_TODAY),
      paidOnlyIfAnswered: one(payments.paidOnlyIfAnswered(name)),
      CHOSEN_CARD: parts(payments.CHOSEN_CARD),
      beforePayment: parts(payments.beforePayment({ price, name })),
      REFUND_TIME: one(payments.REFUND_TIME),
      HOLD_LEAVES: one(payments.HOLD_LEAVES),
      ANSWER_OR_MONEY: one(payments.ANSWER_OR_MONEY),
      noAnswer: one(payments.noAnswer(waiting, utcDates)),
      moneyReturns: both(
        ['to the sender', payments.moneyReturns('sender', price)],
        ['to the recipient', payments.moneyReturns('recipient', price)],
      ),
      declineReturns: one(payments.declineReturns(name, price)),
      chargedByReport: one(payments.chargedByReport(name)),
      charged: one(payments.charged({ price, chargedOn: chargeOn }, utcDates)),
      IN_REVIEW: one(payments.IN_REVIEW),
      REPORTS_CHARGED: one(payments.REPORTS_CHARGED),
      reported: both(
        [
          'charged by the report',
          payments.reported({ ...waiting, chargedOn: undefined }, utcDates),
        ],
        ['charged early', payments.reported({ ...waiting, chargedOn: chargeOn }, utcDates)],
      ),
      refundRefused: both(
        ['all of it', payments.refundRefused({ price, owed: price })],
        ['the rest', payments.refundRefused({ price, owed })],
      ),
      returned: inEachState((state) => payments.returned(state, { price })),
      returnedBriefly: inEachState(payments.returnedBriefly),
      refunding: one(payments.refunding(price)),
      cancelEffect: inEachState((state) => payments.cancelEffect(state, price), WAITING),
      cancelDone: inEachState((state) => payments.cancelDone(state, price), WAITING),
      sendersReturn: inEachState(
        (state) => payments.sendersReturn(state, { price, name }),
        WAITING,
      ),
      sendersMoney: inEachState(payments.sendersMoney),
      cancelUntil: one(payments.cancelUntil(name)),
      reportEffect: both(
        ['refunded', payments.reportEffect({ name, price, isRefunded: true })],
        ['charged', payments.reportEffect({ name, price, isRefunded: false })],
      ),
      freeReportEffect: both(
        ['kind', payments.freeReportEffect(name, true)],
        ['for breaking the rules', payments.freeReportEffect(name, false)],
      ),
      REPORT_MOVES_NOTHING: one(payments.REPORT_MOVES_NOTHING),
      declineDone: inEachState((state) => payments.declineDone(state, name), WAITING),
      SPECIFIED: parts(payments.SPECIFIED),
      REPLY_IS_FREE: one(payments.REPLY_IS_FREE),
      NUDGE_IS_FREE: one(payments.NUDGE_IS_FREE),
      disputed: notifications({
        'on a lock screen': payments.disputed.notification,
        'with the letter': payments.disputed,
      }),
      refundToSender: notifications({
        all: payments.refundToSender(undefined),
        part: payments.refundToSender(part),
      }),
      refundToRecipient: notifications({
        'all, kept': payments.refundToRecipient(undefined, 'KEPT'),
        'all, taken back': payments.refundToRecipient(undefined, 'TAKEN_BACK'),
        'all, reported': payments.refundToRecipient(undefined, 'NONE'),
        part: payments.refundToRecipient(part, 'KEPT'),
      }),
      senderIsRefunded: both(
        ['all', payments.senderIsRefunded('Noah Weber', undefined)],
        ['part', payments.senderIsRefunded('Noah Weber', part)],
      ),
      stepWords: parts({
        answered: payments.stepWords.answered,
        answeredAfterCharge: payments.stepWords.answeredAfterCharge,
        chargedEarly: payments.stepWords.chargedEarly,
        noAnswer: payments.stepWords.noAnswer(price),
        wasChargedEarly: payments.stepWords.wasChargedEarly(price),
        wasChargedEarlyForRecipient: payments.stepWords.wasChargedEarlyForRecipient,
      }),
    },
  },
  {
    title: 'A payment that does not go through',
    messages: checkout,
    samples: {
      CARD_FORM_LOADING: one(checkout.CARD_FORM_LOADING),
      CARD_STORED: one(checkout.CARD_STORED),
      CHARGE_UNKNOWN: one(checkout.CHARGE_UNKNOWN),
      SAFE_AGAIN: one(checkout.SAFE_AGAIN),
      INTERRUPTED: one(checkout.INTERRUPTED),
      declinedIn: one(checkout.declinedIn('Apple Pay', 'Visa 4242')),
      otherCardIn: both(
        ['without a card on file', checkout.otherCardIn('Apple Pay')],
        ['beside a card on file', checkout.otherCardIn('Apple Pay', 'Visa 4242')],
      ),
      NOTHING_HELD: one(checkout.NOTHING_HELD),
      opensEachTime: one(checkout.opensEachTime('Google Pay, Visa 4242')),
      ASKING_BANK: one(checkout.ASKING_BANK),
      dontPayAgain: one(checkout.dontPayAgain(price)),
      RESULT_FOLLOWS: one(checkout.RESULT_FOLLOWS),
      BANK_WAITS: one(checkout.BANK_WAITS),
      BANK_PENDING: one(checkout.BANK_PENDING),
      BANK_UNREACHED: one(checkout.BANK_UNREACHED),
      NOT_CONFIRMED: one(checkout.NOT_CONFIRMED),
      NOTHING_SENT: one(checkout.NOTHING_SENT),
      NEWER_DRAFT: one(checkout.NEWER_DRAFT),
      NEWER_DRAFT_NOT_LOADED: one(checkout.NEWER_DRAFT_NOT_LOADED),
      DRAFT_GONE: one(checkout.DRAFT_GONE),
      unfinished: one(checkout.unfinished('Ana Marković')),
      priceChanged: both(
        ['seen here', checkout.priceChanged({ before: owed, name, since: 'opened' })],
        [
          'seen when it was written',
          checkout.priceChanged({ before: owed, name, since: 'written' }),
        ],
      ),
      priceSinceTitle: one(checkout.priceSinceTitle(name, price)),
      paidBefore: one(checkout.paidBefore({ before: owed, day: 'Nov 22' })),
      tierGoneSince: one(
        checkout.tierGoneSince({ before: owed, day: 'Nov 22', tier: 'A plan', name }),
      ),
      tiersSince: one(checkout.tiersSince({ before: owed, day: 'Nov 22' })),
      questionAdded: one(checkout.questionAdded(name)),
      questionRemoved: one(checkout.questionRemoved(name)),
      TIER_GONE: one(checkout.TIER_GONE),
      bankWarned: inEachState(checkout.bankWarned, ['RELEASED', 'REFUNDED']),
    },
  },
  {
    title: 'Promises to visitors',
    messages: promises,
    samples: {
      ANSWER_OR_MONEY: one(promises.ANSWER_OR_MONEY),
      OWN_ANSWER_OR_MONEY: one(promises.OWN_ANSWER_OR_MONEY),
      askOrMoney: one(promises.askOrMoney('Ask Ana on ReplyPaid')),
      PAY_ONLY_FOR_ANSWERS: one(promises.PAY_ONLY_FOR_ANSWERS),
      THEIR_PRICE: one(promises.THEIR_PRICE),
      INVITED_TO_ASK: one(promises.INVITED_TO_ASK),
      INVITED_TO_ANSWER: one(promises.INVITED_TO_ANSWER),
      ANSWERING: one(promises.ANSWERING),
      steps: parts(promises.steps),
      answers: parts(promises.answers),
    },
  },
  {
    title: 'Emails about money',
    messages: emails,
    samples: {
      hold: parts({
        subject: emails.hold.subject(waiting),
        preview: emails.hold.preview(waiting, inEmails),
        card: emails.hold.card(CARD),
        sent: emails.hold.sent(name, LETTER),
        chargedEarly: emails.hold.chargedEarly(price),
        noAnswer: emails.hold.noAnswer(price),
      }),
      earning: parts({
        amount: emails.earning.amount({ price, net }),
        sum: emails.earning.sum({ price, net }),
        'sum without a fee': emails.earning.sum({ price, net: price }),
        preview: emails.earning.preview({ price, net, answerBy }, inEmails),
        arrived: emails.earning.arrived({ price, name: 'Noah' }),
      }),
      timePasses: both(
        ['with odds', emails.timePasses({ name: 'Noah', price, odds: ODDS })],
        ['without odds', emails.timePasses({ name: 'Noah', price, odds: undefined })],
      ),
      receipt: parts({
        answered: emails.receipt.answered({ price, name }),
        waiting: emails.receipt.waiting({ price, name }),
        plan: emails.receipt.plan(part, 'a month of Starter'),
        charged: emails.receipt.charged(CARD),
        chargedOn: emails.receipt.chargedOn({ card: CARD, day: 'Sat, Nov 28, 2026' }),
        early: emails.receipt.early(waiting, inEmails),
        follows: emails.receipt.follows(price, name),
        underReview: emails.receipt.underReview(price, name),
      }),
      ENDINGS: parts(
        Object.fromEntries(Object.entries(emails.ENDINGS).map(([key, say]) => [key, say(name)])),
      ),
      refund: parts({
        subject: emails.refund.subject(emails.ENDINGS.expired(name), back),
        heading: emails.refund.heading(back),
        'heading of a part': emails.refund.heading({ ...back, amount: part, isAll: false }),
        preview: emails.refund.preview(back, 'Thu, Dec 10'),
        held: emails.refund.held(price, CARD),
        charged: emails.refund.charged,
        chargedAtOnce: emails.refund.chargedAtOnce(price, CARD),
        refunded: emails.refund.refunded(back),
        arrives: emails.refund.arrives,
        decided: emails.refund.decided(back, name),
        byUs: emails.refund.byUs,
        part: emails.refund.part(part, price),
        goesTo: emails.refund.goesTo(CARD, 'Thu, Dec 10'),
        lapsed: emails.refund.lapsed(name),
        byRecipient: emails.refund.byRecipient(name),
        holdExpired: emails.refund.holdExpired(name, `“${LETTER}”`),
      }),
      sendersRefund: parts({
        keptSubject: emails.sendersRefund.keptSubject(sendersRefund),
        kept: emails.sendersRefund.kept(sendersRefund),
        takenBackSubject: emails.sendersRefund.takenBackSubject(sendersRefund),
        takenBack: emails.sendersRefund.takenBack(sendersRefund),
        reportedSubject: emails.sendersRefund.reportedSubject(sendersRefund),
        reported: emails.sendersRefund.reported(sendersRefund),
        HEADING: emails.sendersRefund.HEADING,
      }),
      released: parts({
        subject: emails.released.subject(emails.ENDINGS.declined(name)),
        heading: emails.released.heading,
        preview: emails.released.preview(price, CARD),
        done: emails.released.done(price),
        arrives: emails.released.arrives,
      }),
      claim: parts({
        upheldForSender: emails.claim.upheldForSender(decision),
        upheldAndOwed: emails.claim.upheldAndOwed(decision),
        upheldPreview: emails.claim.upheldPreview(decision),
        upheldMoney: `${emails.claim.upheldMoney(price, CARD)}Wed, Dec 9.`,
        rejectedForSender: emails.claim.rejectedForSender(decision),
        rejectedPreview: emails.claim.rejectedPreview(decision),
        rejectedMoney: emails.claim.rejectedMoney(decision),
        upheldForRecipient: emails.claim.upheldForRecipient(decision),
        upheldForRecipientPreview: emails.claim.upheldForRecipientPreview(decision),
        rejectedForRecipient: emails.claim.rejectedForRecipient(decision),
        rejectedForRecipientPreview: emails.claim.rejectedForRecipientPreview(decision),
        givenBack: emails.claim.givenBack(decision),
        lapsed: emails.claim.lapsed(decision),
      }),
      claimSteps: parts(
        Object.fromEntries(
          Object.entries(emails.claimSteps).map(([key, say]) => [
            key,
            say({ sender: 'Priya', author: 'Ravi', price, net }),
          ]),
        ),
      ),
      claimDue: parts({
        respondBy: emails.claimDue.respondBy(DUE),
        openedPreview: emails.claimDue.openedPreview(DUE, { name: 'Priya', price }),
        decideBy: emails.claimDue.decideBy(DUE),
        improved: emails.claimDue.improved,
        improvedPreview: emails.claimDue.improvedPreview(DUE),
      }),
      claimWords: parts({
        opened: emails.claimWords.opened('Priya', net),
        improved: emails.claimWords.improved(price),
        contested: emails.claimWords.contested('Ravi', price),
        decisionAsked: emails.claimWords.decisionAsked('Priya', net),
        unfrozen: emails.claimWords.unfrozen(net),
        accepted: emails.claimWords.accepted('Priya', net),
      }),
      earned: parts({
        payout: emails.earned.payout(price),
        bonus: emails.earned.bonus(part),
        bonusTakenBack: emails.earned.bonusTakenBack(part),
        payoutWaits: emails.earned.payoutWaits(price),
        payoutFailed: emails.earned.payoutFailed(price),
      }),
      disputed: both(
        ['frozen', emails.disputed('Ben', net)],
        ['nothing frozen', emails.disputed('Ben', ZERO)],
      ),
      mayClaim: one(emails.mayClaim(name)),
      afterAnswer: parts(emails.afterAnswer),
      reasons: parts({
        ...emails.reasons,
        claim: emails.reasons.claim('your'),
        answered: emails.reasons.answered(name),
      }),
      askFirst: one(Object.values(emails.askFirst).join('')),
    },
  },
  {
    title: 'Claims',
    messages: claims,
    samples: {
      WE_DECIDE: one(claims.WE_DECIDE),
      DECIDED_ELSEWHERE: one(claims.DECIDED_ELSEWHERE),
      beforeClaim: one(claims.beforeClaim(open)),
      beforeGivingBack: one(claims.beforeGivingBack(open)),
      sendersOpen: one(claims.sendersOpen(open, utcDates)),
      sendersImproved: one(claims.sendersImproved(answerBy, utcDates)),
      sendersRefund: both(
        ['CHARGED', claims.sendersRefund('CHARGED', { price, owed: price, wasRefused: false })],
        ['REFUNDED', claims.sendersRefund('REFUNDED', { price, owed: price, wasRefused: false })],
        ['refused', claims.sendersRefund('CHARGED', { price, owed, wasRefused: true })],
      ),
      frozen: one(claims.frozen(net)),
      recipientsIdle: one(claims.recipientsIdle(open)),
      recipientsOpen: one(claims.recipientsOpen(open, utcDates)),
      recipientsImproved: one(claims.recipientsImproved({ name, net, until: answerBy }, utcDates)),
      recipientsRefund: both(
        ['responded', claims.recipientsRefund({ name, price, lapsed: false })],
        ['did not respond', claims.recipientsRefund({ name, price, lapsed: true })],
      ),
      sendersOverturned: one(claims.sendersOverturned(name, price)),
      recipientsOverturned: one(claims.recipientsOverturned({ name, price, net })),
      answerStands: one(claims.answerStands(name)),
      REFUNDED_LATER: one(claims.REFUNDED_LATER),
      recipientsEnd: one(claims.recipientsEnd(net)),
      recipientsEndMoved: one(claims.recipientsEndMoved('Nothing earned')),
      beforeContesting: one(claims.beforeContesting(name)),
      onlyReply: parts({
        recipient: claims.onlyReply.recipient(open, utcDates),
        sender: claims.onlyReply.sender(answerBy, utcDates),
      }),
      notifications: notifications(claims.notifications),
      openedText: one(claims.openedText(answerBy, utcDates)),
    },
  },
  {
    title: 'Decisions',
    messages: decisions,
    samples: {
      chargeStays: one(decisions.chargeStays(sent)),
      reportReviewed: both(
        ['charge stays', decisions.reportReviewed(price, true)],
        ['refunded', decisions.reportReviewed(price, false)],
      ),
      refundedInFull: inEachState(
        (state) => decisions.refundedInFull(sent, state),
        ['HELD', 'CHARGED', 'IN_REVIEW'],
      ),
      refundedInPart: one(decisions.refundedInPart(sent, part)),
      earningStays: both(
        ['in full', decisions.earningStays(answered)],
        ['in part', decisions.earningStays(answered, part)],
      ),
      earningTakenBack: one(decisions.earningTakenBack(answered)),
      letterEnded: one(decisions.letterEnded(sent.sentOn)),
      claimGranted: one(decisions.claimGranted(sent)),
      claimUpheld: one(decisions.claimUpheld(answered)),
      claimRejected: one(decisions.claimRejected(sent)),
      refundStays: one(decisions.refundStays(sent)),
      earningFreed: one(decisions.earningFreed(answered)),
      PAYOUT_RELEASED: one(decisions.PAYOUT_RELEASED),
      effects: parts(decisions.effects),
      REFUND_RULE: one(decisions.REFUND_RULE),
    },
  },
  {
    title: 'Earnings and payouts',
    messages: earnings,
    samples: {
      TAKEN_BACK: one(earnings.TAKEN_BACK),
      DEBT: one(earnings.DEBT),
      POLICY: one(earnings.POLICY),
      FREEZE: one(earnings.FREEZE),
      FROZEN: one(earnings.FROZEN),
      freePlan: both(
        ['a fee', earnings.freePlan('10% + $0.50')],
        ['no fee', earnings.freePlan(undefined)],
      ),
      alerts: parts({
        takenBack: earnings.alerts.takenBack(net),
        'bonusEarned 1': earnings.alerts.bonusEarned(cents(100), 1),
        'bonusEarned 3': earnings.alerts.bonusEarned(cents(300), 3),
        IN_BALANCE: earnings.alerts.IN_BALANCE,
        bonusTakenBack: earnings.alerts.bonusTakenBack(cents(100), 1),
        BONUS_LOST: earnings.alerts.BONUS_LOST,
      }),
      payoutRule: one(earnings.payoutRule(minimum)),
      firstPayout: one(earnings.firstPayout(date)),
      heldPayout: one(earnings.heldPayout(date)),
      securityHold: one(earnings.securityHold(date)),
      waitingPayout: one(earnings.waitingPayout(net)),
      waitingOnly: one(earnings.waitingOnly(net)),
      onItsWay: one(earnings.onItsWay(net)),
      payoutGoesOut: one(earnings.payoutGoesOut(net, date)),
      payoutDue: one(earnings.payoutDue(net, date)),
      nothingDue: one(earnings.nothingDue(date)),
      rollsOver: one(earnings.rollsOver(part, minimum)),
      noBalance: one(earnings.noBalance(minimum)),
      payoutStatus: parts(earnings.payoutStatus),
      payoutNotifications: notifications(earnings.payoutNotifications),
      bonusNotifications: notifications(earnings.bonusNotifications),
      STAYS_YOURS: one(earnings.STAYS_YOURS),
      UNLINKED: one(earnings.UNLINKED),
      payoutWaitsMessage: one(earnings.payoutWaitsMessage(net, 'https://replypaid.com')),
    },
  },
  {
    title: 'Plans',
    messages: plans,
    samples: {
      firstMonth: one(plans.firstMonth(cents(499))),
      upgrade: both(
        ['with a credit', plans.upgrade(upgrade)],
        ['at the end of a month', plans.upgrade({ ...upgrade, amount: cents(499), credit: ZERO })],
        [
          'after a failed renewal',
          plans.upgrade({ ...upgrade, amount: cents(592), owed: cents(199) }),
        ],
      ),
      begun: both(
        ['the saved card', plans.begun('Starter')],
        ['a wallet', plans.begun('Starter', 'Apple Pay, Visa 4242')],
      ),
      NOTHING_CHARGED: one(plans.NOTHING_CHARGED),
      COUNTING: one(plans.COUNTING),
      NOT_COUNTED: one(plans.NOT_COUNTED),
      offer: both(
        ['lower fees', plans.offer(cents(199), { fee: '5% + $0.40', before: '10% + $0.50' })],
        ['no fee', plans.offer(cents(199), { fee: undefined, before: '10% + $0.50' })],
        ['the same fees', plans.offer(cents(199))],
      ),
      keepsSame: one(plans.keepsSame(net)),
      keepsMore: one(plans.keepsMore(net, cents(2_200))),
      feeOfAnswer: both(
        ['a fee', plans.feeOfAnswer('10% + $0.50')],
        ['no fee', plans.feeOfAnswer(undefined)],
      ),
      feeAfterPlan: both(
        ['a fee', plans.feeAfterPlan('10% + $0.50', '5% + $0.40')],
        ['no fee', plans.feeAfterPlan('10% + $0.50', undefined)],
      ),
      ANSWERING_FREE: one(plans.ANSWERING_FREE),
      ANSWERING_FEE: one(plans.ANSWERING_FEE),
      ANSWERING_FEE_BY_PLAN: one(plans.ANSWERING_FEE_BY_PLAN),
      registered: one(plans.registered(cents(499), 'Professional')),
      CHARGE_UNKNOWN: one(plans.CHARGE_UNKNOWN),
      CHARGE_NOT_MADE: one(plans.CHARGE_NOT_MADE),
      CARD_FIRST: one(plans.CARD_FIRST),
      CARD_FREE: one(plans.CARD_FREE),
      canceling: both(
        ['a paid month', plans.canceling('Starter', answerBy, utcDates)],
        ['at once', plans.canceling('Starter', undefined, utcDates)],
      ),
      ENDING: one(plans.ENDING),
      RENEWAL_FAILED: one(plans.RENEWAL_FAILED),
      renewalFailed: notifications({ Starter: plans.renewalFailed('Starter') }),
      ended: notifications({ Starter: plans.ended('Starter') }),
      RENEWS: one(plans.RENEWS),
      EARLY_ADOPTER: one(plans.EARLY_ADOPTER),
      notes: one(plans.notes('Starter', cents(199))),
      adds: one(plans.adds('Starter', cents(199), 'the badge, contacts and chat')),
      LOWEST_FEES: one(plans.LOWEST_FEES),
      sameFees: one(plans.sameFees('Starter')),
      CANCELING_KEEPS: one(plans.CANCELING_KEEPS),
      PAYMENTS_NOT_LOADED: one(plans.PAYMENTS_NOT_LOADED),
    },
  },
  {
    title: 'Prices',
    messages: prices,
    samples: {
      PRICE_HINT: one(prices.PRICE_HINT),
      estimate: counted((count) => prices.estimate(net, count)),
      EARN: one(prices.EARN),
      chatAndBadge: one(prices.chatAndBadge(cents(199))),
      forContact: parts(prices.forContact),
      noContact: one(prices.noContact('Ana Marković')),
    },
  },
  {
    title: 'Invitations',
    messages: invitations,
    samples: {
      WHO_BRINGS_IT: one(invitations.WHO_BRINGS_IT),
      earned: parts(invitations.earned(cents(100))),
    },
  },
  {
    title: 'The lines of a balance',
    messages: ledger,
    samples: { causes: parts(ledger.causes) },
  },
  {
    title: 'What the public figures count',
    messages: reliability,
    samples: {
      MONTH: one(reliability.MONTH),
      ANSWERED: one(reliability.ANSWERED),
      CLAIMS: one(reliability.CLAIMS),
      SHARE_REFUNDED: one(reliability.SHARE_REFUNDED),
      CAN_CHANGE: one(reliability.CAN_CHANGE),
    },
  },
  {
    title: 'The usage policy',
    messages: policy,
    samples: {
      WHAT_YOU_PAY_FOR: one(policy.WHAT_YOU_PAY_FOR),
      HOLD_AND_CHARGE: one(policy.HOLD_AND_CHARGE),
      BY_WALLET: one(policy.BY_WALLET),
      REPORTED: one(policy.REPORTED),
      EARNINGS: one(policy.EARNINGS),
      BREACH: one(policy.BREACH),
    },
  },
  {
    title: 'The timeline of a letter',
    messages: lines,
    samples: {
      sender: parts({
        delivered: lines.sender.delivered(price),
        deliveredFree: lines.sender.deliveredFree,
        released: lines.sender.released(price),
        refunded: lines.sender.refunded(price),
        kept: lines.sender.kept(price),
        givenBack: lines.sender.givenBack(price),
        partlyRefunded: lines.sender.partlyRefunded(part),
        refundOfReportRefused: lines.sender.refundOfReportRefused,
        refundRefused: lines.sender.refundRefused,
        refundRepeated: lines.sender.refundRepeated,
        refundOwed: lines.sender.refundOwed(owed),
        restOwed: lines.sender.restOwed(owed),
        disputed: lines.sender.disputed,
        disputeWon: lines.sender.disputeWon,
        disputeWonUnanswered: lines.sender.disputeWonUnanswered,
        disputeLost: lines.sender.disputeLost,
        fraud: lines.sender.fraud,
        bankDecides: lines.sender.bankDecides,
        bankDecidesRefunded: lines.sender.bankDecidesRefunded,
        otherWay: lines.sender.otherWay,
        cardShows: lines.sender.cardShows,
        walletShows: lines.sender.walletShows('Apple Pay'),
        claimGivenBack: lines.sender.claimGivenBack(name, price),
        claimLapsed: lines.sender.claimLapsed(name, price),
        claimUpheld: lines.sender.claimUpheld(price),
      }),
      recipient: parts({
        answered: lines.recipient.answered(net),
        released: lines.recipient.released,
        refunded: lines.recipient.refunded,
        refundRefused: lines.recipient.refundRefused,
        givenBackReport: lines.recipient.givenBackReport(name),
        givenBack: lines.recipient.givenBack(name, net),
        'givenBack, nothing moved': lines.recipient.givenBack(name, undefined),
        partlyRefunded: lines.recipient.partlyRefunded(name, part),
        disputed: lines.recipient.disputed(name, net),
        'disputed, nothing moved': lines.recipient.disputed(name, undefined),
        disputeWon: lines.recipient.disputeWon(net),
        'disputeWon, nothing moved': lines.recipient.disputeWon(undefined),
        disputeLost: lines.recipient.disputeLost(name, net),
        'disputeLost, nothing moved': lines.recipient.disputeLost(name, undefined),
        fraud: lines.recipient.fraud(net),
        'fraud, nothing moved': lines.recipient.fraud(undefined),
        willEarn: lines.recipient.willEarn(net),
        willReturn: lines.recipient.willReturn(name, price),
        FREE: lines.recipient.FREE,
        bankDecides: lines.recipient.bankDecides(name, net),
        'bankDecides, nothing moved': lines.recipient.bankDecides(name, undefined),
        claimed: lines.recipient.claimed(name, net),
        'claimed, nothing moved': lines.recipient.claimed(name, undefined),
        claimWithdrawn: lines.recipient.claimWithdrawn(name, net),
        'claimWithdrawn, nothing moved': lines.recipient.claimWithdrawn(name, undefined),
        claimAcceptedBy: lines.recipient.claimAcceptedBy(name, net),
        'claimAcceptedBy, nothing moved': lines.recipient.claimAcceptedBy(name, undefined),
        claimAccepted: lines.recipient.claimAccepted(net),
        'claimAccepted, nothing moved': lines.recipient.claimAccepted(undefined),
        claimGivenBack: lines.recipient.claimGivenBack(net),
        'claimGivenBack, nothing moved': lines.recipient.claimGivenBack(undefined),
        claimLapsed: lines.recipient.claimLapsed(net),
        'claimLapsed, nothing moved': lines.recipient.claimLapsed(undefined),
        claimUpheld: lines.recipient.claimUpheld(net),
        'claimUpheld, nothing moved': lines.recipient.claimUpheld(undefined),
        claimRejected: lines.recipient.claimRejected(net),
        'claimRejected, nothing moved': lines.recipient.claimRejected(undefined),
        claimOvertaken: lines.recipient.claimOvertaken(net),
        'claimOvertaken, nothing moved': lines.recipient.claimOvertaken(undefined),
      }),
      PAID: one(lines.PAID),
      HOLD_EXPIRED: one(lines.HOLD_EXPIRED),
      PAYMENT_LOST: one(lines.PAYMENT_LOST),
      PAYMENT_FAILED: one(lines.PAYMENT_FAILED),
      BANK_WARNED: one(lines.BANK_WARNED),
    },
  },
  {
    title: 'What a decision of staff does to money',
    messages: staff,
    samples: {
      REFUNDED: one(staff.REFUNDED),
      EARNING_FREE: one(staff.EARNING_FREE),
      BLOCK_RETURNS: one(staff.BLOCK_RETURNS),
      endedByBlock: one(staff.endedByBlock(price)),
      PROPOSAL_REJECTED: one(staff.PROPOSAL_REJECTED),
      lessThanLeft: one(staff.lessThanLeft(part)),
      EARNING_RESTORED: one(staff.EARNING_RESTORED),
      EARNING_RESTORED_DONE: one(staff.EARNING_RESTORED_DONE),
      EARNING_RESTORED_BEFORE: one(staff.EARNING_RESTORED_BEFORE),
      PAYMENT_KEPT: one(staff.PAYMENT_KEPT),
      REFUND_PENDING: one(staff.REFUND_PENDING),
      REFUND_AT_BANK: one(staff.REFUND_AT_BANK),
      partRefunded: one(staff.partRefunded(part)),
      refundedPending: one(staff.refundedPending(price)),
      refundedByRecipient: one(staff.refundedByRecipient(price, net)),
      refundedByPlatform: one(staff.refundedByPlatform(price, net)),
      refundedPart: one(staff.refundedPart(part, price, owed)),
      reviewKept: one(staff.reviewKept(price)),
      reviewRefunded: one(staff.reviewRefunded(price)),
      PAYOUT_RELEASED: one(staff.PAYOUT_RELEASED),
      PAYOUT_RELEASED_NEXT: one(staff.PAYOUT_RELEASED_NEXT),
      PAYOUT_HOLD_OVER: one(staff.PAYOUT_HOLD_OVER),
      PAYOUT_NOT_HELD: one(staff.PAYOUT_NOT_HELD),
      PLAN_ENDS: one(staff.PLAN_ENDS),
      appealRestores: one(staff.appealRestores(net)),
      NOTHING_TO_RESTORE: one(staff.NOTHING_TO_RESTORE),
      APPEAL_KEEPS_PAYMENT: one(staff.APPEAL_KEEPS_PAYMENT),
      refundRefusals: parts(staff.refundRefusals),
      earningPaidOut: one(staff.earningPaidOut(net, part)),
      refundedMeanwhile: one(staff.refundedMeanwhile(part)),
      partTooLarge: one(staff.partTooLarge(owed)),
      APPEAL_ENDS_WARNING: one(staff.APPEAL_ENDS_WARNING),
    },
  },
  {
    title: 'Deleting an account',
    messages: leaving,
    samples: {
      lettersToAnswer: counted(leaving.lettersToAnswer),
      lettersSent: counted(leaving.lettersSent),
      balanceNotPaidOut: one(leaving.balanceNotPaidOut(part, minimum)),
      obstacles: parts(leaving.obstacles),
      debtFirst: one(leaving.debtFirst(minus(ZERO, part))),
      payoutFirst: one(leaving.payoutFirst(price)),
    },
  },
  {
    title: 'The evidence for a dispute',
    messages: disputes,
    samples: {
      POLICY: one(disputes.POLICY),
      product: one(disputes.product('Ana Marković', LETTER)),
      events: parts({
        paid: disputes.events.paid(sent.sentOn),
        refunded: disputes.events.refunded,
        answered: disputes.events.answered(answered.answeredOn),
        read: disputes.events.read(answered.answeredOn),
      }),
      RECORD_ATTACHED: one(disputes.RECORD_ATTACHED),
    },
  },
];

const INTRODUCTION = `# Messages about money

All sentences about money that people read on screens, in notifications, emails and text messages, with sample values. Each is written once,
in \`shared/messages/\`. Dates are those of emails here; screens write them in the time zone of the device, without the year. \`npm run accept\`
writes this page.
`;

const row = (message: string, { when = '', text }: Sample) =>
  `| \`${message}\` | ${when} | ${text} |`;

/** The page of all messages. */
export function messagesPage(): string {
  const areas = AREAS.map(({ title, samples }) => {
    const rows = Object.entries(samples).flatMap(([message, texts]) =>
      texts.map((sample) => row(message, sample)),
    );
    return `## ${title}\n\n| Message | When | Words |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return [INTRODUCTION, ...areas].join('\n');
}
