import { ANSWER, CLARIFYING_QUESTION, INFORMATION } from '#lib/local/deeds/texts.ts';
import type { ScheduleName } from '#shared/api/schedules.ts';
import { REPORT_REASONS } from '#shared/rules/conversations/report-reasons.ts';
import { dueAfter, monthAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, HOUR, MINUTE, monthOf, SECOND } from '#shared/time.ts';
import { ATTACHMENT_ACTIONS, filesFor } from './attachment-actions.ts';
import { callActions } from './calls/call.ts';
import { CONTACT_CALLS } from './calls/contacts.ts';
import { CONVERSATION_CALLS } from './calls/conversations.ts';
import { DESK_CALLS, OPERATOR_ACTIONS } from './calls/desk.ts';
import { PROFILE_CALLS } from './calls/profiles.ts';
import { SIGN_IN_CALLS } from './calls/sign-in.ts';
import { VIEWS } from './calls/views.ts';
import * as claims from './claim-actions.ts';
import { CARDS, discardDraft, pay, writeDraft } from './draft-actions.ts';
import type { Action, HistoryRun } from './history-run.ts';
import { accountOf } from './people.ts';
import { clock } from './simulation.ts';
import {
  decideDispute,
  dispute,
  refundManually,
  reverseTransfer,
  warnOfFraud,
} from './stripe-actions.ts';
import type { RecordedConversation } from './write-recorder.ts';

/*
 * The actions of a random history. Each action picks a person who can perform it and starts the call; if nobody can,
 * it does nothing. To add an action, write it here and give it a weight in `ACTIONS`.
 */

/** Repeats a request with the same key, usually one that got no response. */
const repeatRequest: Action = async (run) => {
  const { random } = run;
  const unanswered = run.requests.filter(({ process }) => process.state !== 'done');
  const from = unanswered.length > 0 && random.chance(0.85) ? unanswered : run.requests;
  if (from.length === 0) return;
  const { person, operation, input, options } = random.pick(from);
  await run.call(person, operation, input, options);
};

const conversationsWhere = (
  run: HistoryRun,
  fits: (one: RecordedConversation) => boolean,
): RecordedConversation[] => [...run.simulation.world.recorder.conversations.values()].filter(fits);

/**
 * Picks a conversation in one of these statuses, and sometimes one in another status, because clients also act on
 * outdated pages.
 */
function someOrder(
  run: HistoryRun,
  ...statuses: readonly string[]
): RecordedConversation | undefined {
  const fitting = conversationsWhere(run, ({ status }) => statuses.includes(status));
  const from = run.random.chance(0.93) ? fitting : conversationsWhere(run, () => true);
  return from.length > 0 ? run.random.pick(from) : undefined;
}

const confirm: Action = async (run) => {
  const order = someOrder(run, 'PAYING');
  if (!order) return;
  const { intentId } = order.money;
  if (intentId && run.random.chance(0.8)) answerBank(run, intentId);
  await run.does(run.personOf(order.sender), (me) => me.confirmsPayment(order));
};

function answerBank(run: HistoryRun, intentId: string): void {
  const outcome = run.random.chance(0.75) ? 'authenticated' : 'failed';
  if (run.simulation.world.stripe.authenticate(intentId, outcome))
    run.simulation.driver.log(`the bank records for ${intentId.slice(-6)}: ${outcome}`);
}

/** Completes a bank authentication for a user who does not return to the product, or for a plan or a saved card. */
const answerOtherBank: Action = async (run) => {
  const { stripe } = run.simulation.world;
  const asking = [...stripe.all('paymentIntents'), ...stripe.all('setupIntents')].filter(
    ({ status }) => status === 'requires_action',
  );
  if (asking.length > 0) answerBank(run, run.random.pick(asking).id);
};

/** Most clients send an idempotency key so that they can repeat the request. */
const someKey = (run: HistoryRun) => ({ key: run.random.chance(0.8) ? run.nextKey() : undefined });

/** Returns a text that no other message contains. */
const uniqueText = (run: HistoryRun, words: string) => `${words}<p>${run.nextWord()}</p>`;

const answer: Action = async (run) => {
  const order = someOrder(run, 'PENDING', 'NEEDS_INFO');
  if (!order) return;
  const closes = run.random.pick([false, true]);
  const text = uniqueText(run, ANSWER);
  const attachments = await filesFor(run, order.recipient, { in: order });
  await run.does(run.personOf(order.recipient), (me) =>
    me.answers(order, { text, closes, attachments, ...someKey(run) }),
  );
};

const replyAsSender: Action = async (run) => {
  const order = someOrder(run, 'OPEN');
  if (!order) return;
  const text = uniqueText(run, '<p>Thank you.</p>');
  const attachments = await filesFor(run, order.sender, { in: order });
  await run.does(run.personOf(order.sender), (me) =>
    me.writes(order, { text, attachments, ...someKey(run) }),
  );
};

const replyAsRecipient: Action = async (run) => {
  const order = someOrder(run, 'OPEN');
  if (!order) return;
  const closes = run.random.pick([false, false, true]);
  const text = uniqueText(run, ANSWER);
  const attachments = await filesFor(run, order.recipient, { in: order });
  await run.does(run.personOf(order.recipient), (me) =>
    me.writes(order, { text, closes, attachments, ...someKey(run) }),
  );
};

const closeOrder: Action = async (run) => {
  const order = someOrder(run, 'OPEN');
  if (order) await run.does(run.personOf(order.recipient), (me) => me.closes(order, someKey(run)));
};

const decline: Action = async (run) => {
  const order = someOrder(run, 'PENDING', 'NEEDS_INFO');
  if (!order) return;
  const note = run.random.chance(0.5) ? { note: 'Not my field, I am afraid.' } : {};
  await run.does(run.personOf(order.recipient), (me) =>
    me.declines(order, { ...note, ...someKey(run) }),
  );
};

const cancel: Action = async (run) => {
  const order = someOrder(run, 'PENDING', 'NEEDS_INFO');
  if (!order) return;
  const reason = run.random.pick(['MISTAKE', 'CHANGED_MIND']);
  await run.does(run.personOf(order.sender), (me) =>
    me.cancels(order, { reason, ...someKey(run) }),
  );
};

const report: Action = async (run) => {
  const order = someOrder(run, 'PENDING', 'NEEDS_INFO');
  if (!order) return;
  const reason = run.random.pick(REPORT_REASONS);
  await run.does(run.personOf(order.recipient), (me) =>
    me.reportsLetter(order, { reason, ...someKey(run) }),
  );
};

const read: Action = async (run) => {
  const order = someOrder(run, 'PENDING', 'NEEDS_INFO', 'OPEN', 'COMPLETED');
  if (!order) return;
  const side = run.random.pick(['sender', 'recipient'] as const);
  await run.does(run.personOf(order[side]), (me) => me.readsLetter(order));
};

const askForInformation: Action = async (run) => {
  const order = someOrder(run, 'PENDING');
  if (!order) return;
  const text = uniqueText(run, CLARIFYING_QUESTION);
  await run.does(run.personOf(order.recipient), (me) => me.asks(order, { text, ...someKey(run) }));
};

const giveInformation: Action = async (run) => {
  const order = someOrder(run, 'NEEDS_INFO');
  if (!order) return;
  const text = uniqueText(run, INFORMATION);
  await run.does(run.personOf(order.sender), (me) => me.tells(order, { text, ...someKey(run) }));
};

const endClarification: Action = async (run) => {
  const order = someOrder(run, 'NEEDS_INFO');
  if (!order) return;
  const side = run.random.pick(['sender', 'recipient'] as const);
  await run.does(run.personOf(order[side]), (me) => me.endsPause(order, someKey(run)));
};

/** One side of an order blocks the other. */
const block: Action = async (run) => {
  const order = someOrder(run, 'PAYING', 'PENDING', 'NEEDS_INFO');
  if (!order) return;
  const [side, other] = run.random.pick([
    ['sender', 'recipient'],
    ['recipient', 'sender'],
  ] as const);
  await run.does(run.personOf(order[side]), (me) => me.blocks(order[other]));
};

const unblock: Action = async (run) => {
  const [one, other] = [run.random.pick(run.people), run.random.pick(run.people)];
  await run.does(one, (me) => me.unblocks(other));
};

const changeSettings: Action = async (run) => {
  const { random } = run;
  const price = random.pick(['25.00', '1.00', '0.99', '12.35', '5000.00', '7.05']);
  const perMonth = random.pick(['0', '1', '2', '3', '100']);
  await run.does(random.pick(run.people), (me) => me.setsPrice({ price, perMonth }));
};

const changeCard: Action = async (run) => {
  const card = run.random.weighted({ ...CARDS, pm_card_chargeCustomerFail: 4 });
  await run.does(run.random.pick(run.people), (me) => me.savesCard(card));
};

const register: Action = async (run) => {
  const person = run.random.pick(run.people);
  const account = await accountOf(clock, person);
  if (account?.licenseId !== 'NONE') return;
  const plan = run.random.pick(['STARTER', 'PROFESSIONAL']);
  const card = run.random.weighted(CARDS);
  await run.does(person, (me) =>
    me.choosesPaid(plan, { card, nameOnCard: `${person.name} Person` }),
  );
};

const upgrade: Action = async (run) => {
  const plan = run.random.pick(['STARTER', 'PROFESSIONAL']);
  await run.does(run.random.pick(run.people), (me) => me.choosesPlan(plan));
};

const cancelPlan: Action = (run) => run.does(run.random.pick(run.people), (me) => me.endsPlan());

const setUpPayouts: Action = async (run) => {
  const process = await run.does(run.random.pick(run.people), (me) => me.asksForPayoutLink());
  run.simulation.whenAnswered(process, () => {
    const { body } = process.answer as { body: { url?: string } };
    const token = body.url?.split('/').at(-1);
    if (token) run.onboardingTokens.push(token);
  });
};

const onboard: Action = async ({ simulation, random, onboardingTokens }) => {
  const token = onboardingTokens.pop();
  if (!token) return;
  const outcome = random.weighted({ READY: 6, RESTRICTED: 2, REFUSING: 1 });
  simulation.driver.log(`a person completes onboarding: ${outcome}`);
  simulation.world.stripe.onboard(token, outcome);
};

const viewPayouts: Action = (run) =>
  run.does(run.random.pick(run.people), (me) => me.payoutAccount());

const deliverWebhook: Action = async ({ simulation, random }) => {
  const pending = simulation.world.stripe.undeliveredEvents();
  const sent = simulation.world.stripe.all('events');
  // Webhooks arrive late and out of order; one in ten is a duplicate.
  const again = pending.length === 0 || random.chance(0.1);
  if (again && sent.length === 0) return;
  await simulation.deliverWebhook(again ? random.pick(sent).id : random.pick(pending));
};

const publishEvents: Action = async ({ simulation, random }) => {
  if (simulation.unpublishedCount > 0) await simulation.publishEvents(random.between(1, 12));
};

const deliverEvent: Action = async ({ simulation, random }) => {
  const { pending } = simulation.world.bus;
  if (pending.length > 0) await simulation.deliverEvent(random.pick(pending));
};

/** The jobs that run amid other calls, with their weights. */
const JOBS = {
  finishPayments: 6,
  expireConversations: 6,
  payOut: 6,
  deleteAccounts: 1,
  watchPayouts: 1,
  remindExpiring: 1,
  deliverPostponed: 1,
  recheckLinks: 1,
  publishReliability: 1,
  finishBlocks: 1,
  // Never: it would report money that a pending webhook has yet to book.
  reconcileLedger: 0,
} as const satisfies Readonly<Record<ScheduleName, number>>;

const runJob: Action = async ({ simulation, random }) => {
  await simulation.startJob(random.weighted(JOBS));
};

/**
 * Advances the clock by seconds while processes run. Longer spans pass only when none runs, because no function runs
 * for minutes.
 */
const passSeconds: Action = async ({ simulation, random }) =>
  simulation.advanceTo(clock.now() + random.between(1, 5) * SECOND);

const passTime: Action = async (run) => {
  const { simulation, random } = run;
  await run.finishAll();
  const length = random.weighted({ minutes: 5, hours: 4, days: 2, due: 4, payday: 2, month: 1 });
  if (length === 'due') return simulation.advanceTo(await run.nextDue());
  if (length === 'payday') return simulation.advanceTo(nextPayday() + random.below(2) * MINUTE);
  const spans = {
    minutes: random.between(1, 40) * MINUTE,
    hours: random.between(1, 30) * HOUR,
    days: random.between(1, 9) * DAY,
    month: random.between(26, 33) * DAY,
  };
  await run.advanceBy(spans[length], random.chance(0.7));
};

function nextPayday(): number {
  const thisMonth = dueAfter(monthAfter(monthOf(clock.now()), -1));
  return thisMonth > clock.now() ? thisMonth : dueAfter(monthOf(clock.now()));
}

export type Actions = Readonly<Record<string, readonly [Action, number]>>;

/** The actions about money, with their weights. */
export const ACTIONS = {
  pay: [pay, 16],
  writeDraft: [writeDraft, 7],
  discardDraft: [discardDraft, 1],
  repeatRequest: [repeatRequest, 9],
  confirm: [confirm, 6],
  answerOtherBank: [answerOtherBank, 2],
  answer: [answer, 9],
  replyAsSender: [replyAsSender, 2],
  replyAsRecipient: [replyAsRecipient, 2],
  closeOrder: [closeOrder, 2],
  decline: [decline, 3],
  cancel: [cancel, 5],
  report: [report, 5],
  read: [read, 2],
  askForInformation: [askForInformation, 4],
  giveInformation: [giveInformation, 3],
  endClarification: [endClarification, 1],
  claimAnswer: [claims.claim, 5],
  improveAnswer: [claims.improve, 2],
  giveBackClaim: [claims.giveBack, 1],
  contestClaim: [claims.contest, 2],
  askForDecision: [claims.askForDecision, 2],
  withdrawClaim: [claims.withdraw, 1],
  decideClaim: [claims.decideClaim, 2],
  block: [block, 1],
  unblock: [unblock, 2],
  changeSettings: [changeSettings, 2],
  changeCard: [changeCard, 3],
  register: [register, 4],
  upgrade: [upgrade, 4],
  cancelPlan: [cancelPlan, 2],
  setUpPayouts: [setUpPayouts, 3],
  onboard: [onboard, 3],
  viewPayouts: [viewPayouts, 1],
  dispute: [dispute, 2],
  decideDispute: [decideDispute, 2],
  warnOfFraud: [warnOfFraud, 2],
  refundManually: [refundManually, 1],
  reverseTransfer: [reverseTransfer, 1],
  deliverWebhook: [deliverWebhook, 14],
  publishEvents: [publishEvents, 5],
  deliverEvent: [deliverEvent, 3],
  runJob: [runJob, 8],
  passSeconds: [passSeconds, 3],
  passTime: [passTime, 8],
} as const satisfies Actions;

/** Everything else that people and staff do, by area. A random history has some of the areas. */
export const AREAS = {
  signIn: callActions(SIGN_IN_CALLS),
  profiles: callActions(PROFILE_CALLS),
  contacts: callActions(CONTACT_CALLS),
  conversations: { ...callActions(CONVERSATION_CALLS), ...ATTACHMENT_ACTIONS },
  desk: { ...callActions(DESK_CALLS), ...OPERATOR_ACTIONS },
  views: callActions(VIEWS),
} as const satisfies Readonly<Record<string, Actions>>;
export type Area = keyof typeof AREAS;
/** Every action; the names of those of an area begin with it. */
export const ALL_ACTIONS: Actions = {
  ...ACTIONS,
  ...Object.fromEntries(
    Object.entries(AREAS).flatMap(([area, actions]) =>
      Object.entries<Actions[string]>(actions).map(([name, action]) => [`${area} ${name}`, action]),
    ),
  ),
};
/** The calls of all areas by operation. */
export const CALLS: Actions = Object.assign({}, ...Object.values(AREAS));
