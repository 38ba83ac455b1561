import type { Wallet } from '#shared/payment-method-names.ts';
import type { ReportReason } from '#shared/rules/conversations/report-reasons.ts';
import { CAPTURE_MARGIN } from '#shared/rules/conversations/state-machine.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { readyPicture } from './attached-files.ts';
import { ATTACHMENT_FLOWS, pendingOrderWithPicture, spokenAnswerStep } from './attachment-flows.ts';
import { failRefund } from './bank-steps.ts';
import { BLOCK_FLOWS } from './block-flows.ts';
import { CLAIM_FLOWS } from './claim-flows.ts';
import { CLARIFICATION_FLOWS } from './clarification-flows.ts';
import { DELETION_FLOWS } from './deletion-flows.ts';
import { DESK_FLOWS } from './desk-flows.ts';
import { DISPUTE_FLOWS } from './dispute-flows.ts';
import {
  answerStep,
  captureHold,
  does,
  type Flow,
  type FlowStep,
  HOLD_ABOUT_TO_LAPSE,
  jobAfterDays,
  nextWebhook,
  pays,
  pendingOrder,
  runStep,
  senderAndRecipient,
} from './flow-steps.ts';
import { LOSS_FLOWS } from './loss-flows.ts';
import { PAYOUT_FLOWS } from './payout-flows.ts';
import type { Person } from './people.ts';
import { PLAN_FLOWS } from './plan-flows.ts';
import { PRICE_FLOWS } from './price-flows.ts';
import { PROVIDER_FLOWS } from './provider-flows.ts';
import { PUBLIC_ANSWER_FLOWS } from './public-answer-flows.ts';
import { REGISTRATION_FLOWS } from './registration-flows.ts';
import { REMINDER_FLOWS } from './reminder-flows.ts';
import { savedDraft } from './saved-drafts.ts';
import { SECOND_PERSON_FLOWS } from './second-person-flows.ts';
import { clock, type Simulation } from './simulation.ts';
import { THANKS_FLOWS } from './thanks-flows.ts';

/* The money flows that crash-points.ts crashes: the preparation of each, and the following steps of a client or the clock. */

const NEXT_MONTH = Date.UTC(2026, 11, 1);

const endingFlow = (
  name: string,
  step: (sender: Person, recipient: Person, inboxId: string) => FlowStep,
  charged = false,
): Flow => ({
  name: charged ? `${name}, after the charge` : name,
  prepare: async (simulation) => {
    const { sender, recipient, id } = await pendingOrderWithPicture(simulation);
    if (charged) await captureHold(simulation);
    return [step(sender, recipient, id)];
  },
});

const reporting = (reasonCode: ReportReason, charged = false) =>
  endingFlow(
    `reporting ${reasonCode}`,
    (_, recipient, inboxId) =>
      does(recipient, (me) =>
        me.reportsLetter({ id: inboxId }, { reason: reasonCode, key: 'KEY' }),
      ),
    charged,
  );

const answering = (conversationStatus: 'OPEN' | 'COMPLETED', charged = false) =>
  endingFlow(
    `answering, ${conversationStatus}`,
    (_, recipient, inboxId) => answerStep(recipient, inboxId, 'KEY', conversationStatus),
    charged,
  );

const answeringWithRecording: Flow = {
  name: 'answering with a picture and a recording',
  prepare: async (simulation) => [
    await spokenAnswerStep(simulation, await pendingOrder(simulation)),
  ],
};

const cancelling = (charged = false) =>
  endingFlow(
    'cancelling',
    (sender, _, inboxId) => does(sender, (me) => me.cancels({ id: inboxId }, { key: 'KEY' })),
    charged,
  );

const declining = (charged = false) =>
  endingFlow(
    'declining',
    (_, recipient, inboxId) =>
      does(recipient, (me) => me.declines({ id: inboxId }, { key: 'KEY' })),
    charged,
  );

/** Completes the bank authentication of every payment that needs one. It is not an effect of the product. */
const answerBank = (outcome: 'authenticated' | 'failed') => (simulation: Simulation) => {
  for (const { id, status } of simulation.world.stripe.all('paymentIntents'))
    if (status === 'requires_action') simulation.world.stripe.authenticate(id, outcome);
};

const confirming =
  (sender: Person, outcome: 'authenticated' | 'failed'): FlowStep =>
  async (simulation) => {
    answerBank(outcome)(simulation);
    const [inboxId = 'X'.repeat(26)] = simulation.world.recorder.conversations.keys();
    return simulation.does(sender, (me) => me.confirmsPayment({ id: inboxId }));
  };

const payingFlow = (
  name: string,
  card: string,
  ...confirm: ('authenticated' | 'failed')[]
): Flow => ({
  name: `paying with ${name}`,
  prepare: async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    const attachments = [await readyPicture(simulation, sender, { to: recipient })];
    const pay = pays(sender, recipient, { card, attachments, key: 'KEY' });
    return [pay, ...confirm.map((outcome) => confirming(sender, outcome))];
  },
});

/** The response may be lost: then the page asks again with the same key. */
const payingByWallet = (wallet: Wallet, card?: string): Flow => ({
  name: `paying by wallet with ${wallet}${card ? `, ${card}` : ''}`,
  prepare: async ({ world }) => {
    const [sender, recipient] = await senderAndRecipient();
    const chosen = await world.stripe.chooseInWallet(wallet, card);
    return [does(sender, (me) => me.pays(recipient, { card: chosen, byWallet: true, key: 'KEY' }))];
  },
});

const payingFromFile: Flow = {
  name: 'paying with the card on file',
  prepare: async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    await runStep(
      simulation,
      does(sender, (me) => me.savesCard()),
    );
    await simulation.deliverAll();
    return [does(sender, (me) => me.pays(recipient, { key: 'KEY' }))];
  },
};

const payingForDraft: Flow = {
  name: 'paying for a draft',
  prepare: async (simulation) => {
    const { sender, recipient, draft, attachments } = await savedDraft(simulation);
    return [pays(sender, recipient, { draft, attachments, key: 'KEY' })];
  },
};

const expiring: Flow = {
  name: 'expiring, with a capture before the deadline',
  prepare: async (simulation) => {
    await pendingOrder(simulation);
    return [jobAfterDays(6.6, 'expireConversations'), jobAfterDays(3.5, 'expireConversations')];
  },
};

const lapsing: Flow = {
  name: 'expiring late, after the hold lapsed',
  prepare: async (simulation) => {
    await pendingOrder(simulation);
    return [jobAfterDays(11, 'expireConversations')];
  },
};

/** Stripe does not answer the first capture, the next run comes before the retry is due, and no other before the hold lapses. */
const lapsingUnanswered: Flow = {
  name: 'expiring late, after a capture without an answer',
  prepare: async (simulation) => {
    await pendingOrder(simulation);
    const { driver, world } = simulation;
    const [intent] = world.stripe.all('paymentIntents');
    const lapsesAt = (intent && world.stripe.holdEndOf(intent)) ?? 0;
    simulation.advanceTo(lapsesAt - CAPTURE_MARGIN);
    driver.chooseFault = (_process, { effect }) =>
      effect.description.endsWith('/capture') ? 'serverError' : 'none';
    await simulation.runJobs('expireConversations');
    if (world.failedEffects.length === 0) throw new Error('no capture was tried');
    driver.chooseFault = () => 'none';
    return [
      jobAfterDays(MINUTE / DAY, 'expireConversations'),
      jobAfterDays(1, 'expireConversations'),
    ];
  },
};

/** A message that is paid in the last minute of a month, and answered in the first minute of the next. */
const answeringNextMonth: Flow = {
  name: 'answering in the first minute of a month',
  prepare: async (simulation) => {
    simulation.advanceTo(NEXT_MONTH - MINUTE);
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    simulation.advanceTo(NEXT_MONTH);
    return [answerStep(recipient, inboxId, 'ANSWER')];
  },
};

const payingInFirstMinute: Flow = {
  name: 'paying in the first minute of a month',
  prepare: async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    simulation.advanceTo(NEXT_MONTH);
    return [pays(sender, recipient, { key: 'KEY' })];
  },
};

/** The deadline has passed, and the schedule has not run since. */
const answeringLate: Flow = {
  name: 'answering too late',
  prepare: async (simulation) => {
    const { recipient, id: inboxId } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6.6 * DAY);
    await simulation.runJobs('expireConversations');
    await simulation.deliverAll();
    simulation.advanceTo(clock.now() + 4 * DAY);
    return [answerStep(recipient, inboxId)];
  },
};

/** The order was charged while it was pending and then canceled; days later the bank of the card refuses the refund. */
const refusedRefundWebhooks: Flow = {
  name: 'receiving the webhooks of a refund that the bank refused',
  needsWebhooks: true,
  prepare: async (simulation) => {
    const { sender, id: inboxId } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + HOLD_ABOUT_TO_LAPSE);
    await simulation.runJobs('expireConversations');
    await runStep(
      simulation,
      does(sender, (me) => me.cancels({ id: inboxId })),
    );
    await simulation.deliverAll();
    await failRefund(simulation);
    return Array.from({ length: 4 }, () => nextWebhook);
  },
};

export const FLOWS: readonly Flow[] = [
  payingFromFile,
  payingFlow('a new card', 'pm_card_visa'),
  payingForDraft,
  payingByWallet('apple_pay'),
  payingByWallet('google_pay'),
  payingByWallet('link'),
  payingByWallet('apple_pay', 'pm_card_chargeDeclined'),
  payingByWallet('link', 'pm_card_chargeCustomerFail'),
  payingFlow('a card that is declined', 'pm_card_chargeDeclined'),
  payingFlow(
    'a card that needs authentication, which succeeds',
    'pm_card_authenticationRequired',
    'authenticated',
  ),
  payingFlow(
    'a card that needs authentication, which fails',
    'pm_card_authenticationRequired',
    'failed',
  ),
  payingFlow(
    'a card that needs authentication, which is abandoned',
    'pm_card_authenticationRequired',
  ),
  answering('OPEN'),
  answeringWithRecording,
  answering('COMPLETED', true),
  cancelling(),
  cancelling(true),
  declining(),
  declining(true),
  reporting('SPAM_PHISHING'),
  reporting('SPAM_PHISHING', true),
  reporting('NOT_ME'),
  reporting('NOT_ME', true),
  reporting('SUICIDE_SELFINJURY'),
  expiring,
  lapsing,
  lapsingUnanswered,
  ...PAYOUT_FLOWS,
  ...CLARIFICATION_FLOWS,
  ...CLAIM_FLOWS,
  ...ATTACHMENT_FLOWS,
  ...BLOCK_FLOWS,
  ...DELETION_FLOWS,
  ...DISPUTE_FLOWS,
  ...REGISTRATION_FLOWS,
  ...REMINDER_FLOWS,
  ...THANKS_FLOWS,
  ...PUBLIC_ANSWER_FLOWS,
  ...DESK_FLOWS,
  ...SECOND_PERSON_FLOWS,
  ...PRICE_FLOWS,
  ...PLAN_FLOWS,
  ...LOSS_FLOWS,
  ...PROVIDER_FLOWS,
  answeringLate,
  answeringNextMonth,
  payingInFirstMinute,
  refusedRefundWebhooks,
];
