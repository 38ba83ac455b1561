import { REPORT_REASONS } from '../../shared/rules/conversations/conversations.ts';
import { dueAfter, monthAfter } from '../../shared/rules/payouts/payouts.ts';
import { DAY, HOUR, MINUTE, monthOf, SECOND } from '../../shared/time.ts';
import { CARDS, discardDraft, pay, writeDraft } from './letter-actions.ts';
import { ANSWER } from './moves.ts';
import { accountOf, type Person } from './people.ts';
import type { Play } from './play.ts';
import { clock } from './stage.ts';
import type { SeenConversation } from './witness.ts';

/*
 * What may happen next in a history. Each action looks for somebody who could do it, lets the dice choose, and begins it;
 * where nobody can, nothing happens. To add one is to write it here and give it a weight.
 */

export type Action = (play: Play) => Promise<unknown>;

/** A client that heard nothing asks again, with its key; some ask again although they heard. */
const askAgain: Action = async (play) => {
  const { dice } = play;
  const unheard = play.requests.filter(({ process }) => process.state !== 'done');
  const from = unheard.length > 0 && dice.chance(0.85) ? unheard : play.requests;
  if (from.length === 0) return;
  const { person, operation, input, called } = dice.pick(from);
  await play.call(person, operation, input, called);
};

const those = (play: Play, fits: (one: SeenConversation) => boolean): SeenConversation[] =>
  [...play.stage.world.witness.conversations.values()].filter(fits);

/** An order of some status; now and then another one, because people also press what is not there any more. */
function someOrder(play: Play, ...statuses: readonly string[]): SeenConversation | undefined {
  const fitting = those(play, ({ status }) => statuses.includes(status));
  const from = play.dice.chance(0.93) ? fitting : those(play, () => true);
  return from.length > 0 ? play.dice.pick(from) : undefined;
}

const personOf = (play: Play, { id }: { readonly id: string }): Person =>
  play.people.find((one) => one.id === id) ?? play.dice.pick(play.people);

const confirm: Action = async (play) => {
  const order = someOrder(play, 'PAYING');
  if (!order) return;
  const { intentId } = order.money;
  if (intentId && play.dice.chance(0.8)) sayToBank(play, intentId);
  await play.call(personOf(play, order.sender), 'confirmInboxPayment', { inboxId: order.id });
};

function sayToBank(play: Play, intentId: string): void {
  const outcome = play.dice.chance(0.75) ? 'authenticated' : 'failed';
  if (play.stage.world.provider.authenticate(intentId, outcome))
    play.stage.driver.note(`the bank of ${intentId.slice(-6)} is told: ${outcome}`);
}

/** The holder is at the bank's page and never comes back to us, or it is a plan or a card that the bank asks about. */
const bank: Action = async (play) => {
  const { provider } = play.stage.world;
  const asking = [...provider.all('paymentIntents'), ...provider.all('setupIntents')].filter(
    ({ status }) => status === 'requires_action',
  );
  if (asking.length > 0) sayToBank(play, play.dice.pick(asking).id);
};

/** Most clients name a key, so that they may ask again. */
const keyed = (play: Play) => ({ key: play.dice.chance(0.8) ? play.nextKey() : undefined });

/** What is written, in words that no other message has. */
const written = (play: Play, words: string) => `${words}<p>${play.nextWord()}</p>`;

const answer: Action = async (play) => {
  const order = someOrder(play, 'PENDING');
  if (!order) return;
  const conversationStatus = play.dice.pick(['OPEN', 'COMPLETED']);
  const input = { inboxId: order.id, conversationStatus, messageBody: written(play, ANSWER) };
  await play.call(personOf(play, order.recipient), 'createInboxMessage', input, keyed(play));
};

const replyAsSender: Action = async (play) => {
  const order = someOrder(play, 'OPEN');
  if (!order) return;
  const input = {
    orderId: order.id,
    conversationStatus: 'OPEN',
    messageBody: written(play, '<p>Thank you.</p>'),
  };
  await play.call(personOf(play, order.sender), 'createOrderMessage', input, keyed(play));
};

const replyAsRecipient: Action = async (play) => {
  const order = someOrder(play, 'OPEN');
  if (!order) return;
  const conversationStatus = play.dice.pick(['OPEN', 'OPEN', 'COMPLETED']);
  const input = { inboxId: order.id, conversationStatus, messageBody: written(play, ANSWER) };
  await play.call(personOf(play, order.recipient), 'createInboxMessage', input, keyed(play));
};

const closeOrder: Action = async (play) => {
  const order = someOrder(play, 'OPEN');
  if (order)
    await play.call(
      personOf(play, order.recipient),
      'closeInbox',
      { inboxId: order.id },
      keyed(play),
    );
};

const decline: Action = async (play) => {
  const order = someOrder(play, 'PENDING');
  if (!order) return;
  const note = play.dice.chance(0.5) ? { note: 'Not my field, I am afraid.' } : {};
  await play.call(
    personOf(play, order.recipient),
    'declineInbox',
    { inboxId: order.id, ...note },
    keyed(play),
  );
};

const cancel: Action = async (play) => {
  const order = someOrder(play, 'PENDING');
  if (!order) return;
  const reasonCode = play.dice.pick(['MISTAKE', 'CHANGED_MIND']);
  await play.call(
    personOf(play, order.sender),
    'cancelOrder',
    { inboxId: order.id, reasonCode },
    keyed(play),
  );
};

const report: Action = async (play) => {
  const order = someOrder(play, 'PENDING');
  if (!order) return;
  const reasonCode = play.dice.pick(REPORT_REASONS);
  await play.call(
    personOf(play, order.recipient),
    'reportInbox',
    { inboxId: order.id, reasonCode },
    keyed(play),
  );
};

const read: Action = async (play) => {
  const order = someOrder(play, 'PENDING', 'OPEN', 'COMPLETED');
  if (!order) return;
  const side = play.dice.pick(['sender', 'recipient'] as const);
  await play.call(personOf(play, order[side]), 'markInboxAsRead', { inboxId: order.id });
};

const changeSettings: Action = async (play) => {
  const { dice } = play;
  const paidResponsePrice = dice.pick(['25.00', '1.00', '0.99', '12.35', '5000.00', '7.05']);
  const paidResponseCommitment = dice.pick(['0', '1', '2', '3', '100']);
  const input = { paidResponsePrice, paidResponseCommitment };
  await play.call(dice.pick(play.people), 'updateInboundSettings', input);
};

const changeCard: Action = async (play) => {
  const paymentMethodId = play.dice.weighed({ ...CARDS, pm_card_chargeCustomerFail: 4 });
  await play.call(play.dice.pick(play.people), 'updatePaymentMethod', { paymentMethodId });
};

const register: Action = async (play) => {
  const person = play.dice.pick(play.people);
  const { licenseId } = await accountOf(clock, person);
  if (licenseId !== 'NONE') return;
  await play.call(person, 'savePaidRegistration', {
    license: play.dice.pick(['STARTER', 'PROFESSIONAL']),
    creditCardName: `${person.name} Person`,
    paidResponsePrice: '12.00',
    paidResponseCommitment: '7',
    paymentMethodId: play.dice.weighed(CARDS),
  });
};

const upgrade: Action = async (play) => {
  const licenseId = play.dice.pick(['STARTER', 'PROFESSIONAL']);
  await play.call(play.dice.pick(play.people), 'upgradeSubscription', { licenseId });
};

const cancelPlan: Action = (play) =>
  play.call(play.dice.pick(play.people), 'cancelSubscription', {});

const setUpPayouts: Action = async (play) => {
  const process = await play.call(play.dice.pick(play.people), 'createPayoutSetupLink', {});
  play.stage.afterwards(process, () => {
    const { body } = process.answer as { body: { url?: string } };
    const token = body.url?.split('/').at(-1);
    if (token) play.links.push(token);
  });
};

const onboard: Action = async ({ stage, dice, links }) => {
  const token = links.pop();
  if (!token) return;
  const outcome = dice.weighed({ READY: 6, RESTRICTED: 2, REFUSING: 1 });
  stage.driver.note(`somebody leaves the provider's page: ${outcome}`);
  stage.world.provider.onboard(token, outcome);
};

const lookAtPayouts: Action = (play) =>
  play.call(play.dice.pick(play.people), 'viewPayoutAccount', {});

/** A card holder goes to their bank: for all of it, for a part, or, by another currency, for more. */
const dispute: Action = async ({ stage, dice }) => {
  const { provider } = stage.world;
  const charges = provider.all('charges').filter((one) => one.captured && !one.disputed);
  const ours = charges.filter(({ metadata }) => metadata.product !== 'another');
  if (ours.length === 0) return;
  const { id, amount } = dice.pick(ours);
  const part = dice.pick([undefined, undefined, Math.ceil(amount / 3), amount + 37]);
  const form = part ? { amount: String(part) } : undefined;
  const { done } = await provider.does('POST', `/_bank/charges/${id}/dispute`, form);
  stage.driver.note(
    `${id.slice(-6)} is disputed, ${part ?? 'all of it'}${done ? '' : ': refused'}`,
  );
};

const decide: Action = async ({ stage, dice }) => {
  const open = stage.world.provider
    .all('disputes')
    .filter(({ status }) => status.endsWith('needs_response'));
  if (open.length === 0) return;
  const [{ id }, outcome] = [dice.pick(open), dice.pick(['won', 'lost'])];
  await stage.world.provider.does('POST', `/_bank/disputes/${id}/decision`, { outcome });
  stage.driver.note(`the dispute ${id.slice(-6)} is ${outcome}`);
};

/** Somebody of ours gives money back, or lets a hold go, in the provider's own dashboard. */
const operate: Action = async ({ stage, dice }) => {
  const { provider } = stage.world;
  const intents = provider
    .all('paymentIntents')
    .filter(
      ({ status, metadata }) =>
        metadata.product !== 'another' && ['succeeded', 'requires_capture'].includes(status),
    );
  if (intents.length === 0) return;
  const { id, status, amount } = dice.pick(intents);
  const part = dice.pick([undefined, Math.ceil(amount / 4)]);
  const { done } =
    status === 'succeeded'
      ? await provider.does('POST', '/v1/refunds', {
          payment_intent: id,
          ...(part && { amount: String(part) }),
        })
      : await provider.does('POST', `/v1/payment_intents/${id}/cancel`);
  stage.driver.note(
    `an operator gives ${id.slice(-6)} back (${part ?? 'all'})${done ? '' : ': refused'}`,
  );
};

const reverse: Action = async ({ stage, dice }) => {
  // Older transfers have been paid out to a bank.
  const young = clock.now() / 1_000 - 2 * 86_400;
  const made = stage.world.provider
    .all('transfers')
    .filter(({ reversed, created }) => !reversed && created > young);
  if (made.length === 0) return;
  const { id } = dice.pick(made);
  await stage.world.provider.does('POST', `/v1/transfers/${id}/reversals`);
  stage.driver.note(`the transfer ${id.slice(-6)} comes back`);
};

const webhook: Action = async ({ stage, dice }) => {
  const waiting = stage.world.provider.waiting();
  const told = stage.world.provider.all('events');
  // Late, out of order; and one in ten again, although it arrived.
  const again = waiting.length === 0 || dice.chance(0.1);
  if (again ? told.length === 0 : false) return;
  await stage.deliver(again ? dice.pick(told).id : dice.pick(waiting));
};

const stream: Action = async ({ stage, dice }) => {
  if (stage.unpublished > 0) await stage.publish(dice.between(1, 12));
};

const letter: Action = async ({ stage, dice }) => {
  const { waiting } = stage.world.bus;
  if (waiting.length > 0) await stage.hand(dice.pick(waiting));
};

const schedule: Action = async ({ stage, dice }) => {
  await stage.job(dice.pick(['finishPayments', 'expireConversations', 'payOut']));
};

/** Seconds while people work; anything longer only once nobody does, because no function runs for minutes. */
const moment: Action = async ({ stage, dice }) =>
  stage.pass(clock.now() + dice.between(1, 5) * SECOND);

const pause: Action = async (play) => {
  const { stage, dice } = play;
  await play.quiet();
  const length = dice.weighed({ minutes: 5, hours: 4, days: 2, due: 4, payday: 2, month: 1 });
  if (length === 'due') return stage.pass(await play.nextDue());
  if (length === 'payday') return stage.pass(nextPayday() + dice.below(2) * MINUTE);
  const spans = {
    minutes: dice.between(1, 40) * MINUTE,
    hours: dice.between(1, 30) * HOUR,
    days: dice.between(1, 9) * DAY,
    month: dice.between(26, 33) * DAY,
  };
  await play.wait(spans[length], dice.chance(0.7));
};

function nextPayday(): number {
  const thisMonth = dueAfter(monthAfter(monthOf(clock.now()), -1));
  return thisMonth > clock.now() ? thisMonth : dueAfter(monthOf(clock.now()));
}

/** Everything that may happen, and how often beside the others. */
export const ACTIONS = {
  pay: [pay, 16],
  writeDraft: [writeDraft, 7],
  discardDraft: [discardDraft, 1],
  askAgain: [askAgain, 9],
  confirm: [confirm, 6],
  bank: [bank, 2],
  answer: [answer, 9],
  replyAsSender: [replyAsSender, 2],
  replyAsRecipient: [replyAsRecipient, 2],
  closeOrder: [closeOrder, 2],
  decline: [decline, 3],
  cancel: [cancel, 5],
  report: [report, 5],
  read: [read, 2],
  changeSettings: [changeSettings, 2],
  changeCard: [changeCard, 3],
  register: [register, 4],
  upgrade: [upgrade, 4],
  cancelPlan: [cancelPlan, 2],
  setUpPayouts: [setUpPayouts, 3],
  onboard: [onboard, 3],
  lookAtPayouts: [lookAtPayouts, 1],
  dispute: [dispute, 2],
  decide: [decide, 2],
  operate: [operate, 1],
  reverse: [reverse, 1],
  webhook: [webhook, 14],
  stream: [stream, 5],
  letter: [letter, 3],
  schedule: [schedule, 8],
  moment: [moment, 3],
  pause: [pause, 8],
} as const satisfies Readonly<Record<string, readonly [Action, number]>>;
export type ActionName = keyof typeof ACTIONS;
