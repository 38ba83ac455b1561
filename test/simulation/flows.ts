import type { ReportReason } from '../../shared/rules/conversations/conversations.ts';
import { DAY, MINUTE } from '../../shared/time.ts';
import {
  ANSWER,
  does,
  type Flow,
  later,
  type Move,
  nextWebhook,
  now,
  orderFor,
  paid,
  two,
  withCard,
  written,
} from './moves.ts';
import { PAYOUT_FLOWS } from './payout-flows.ts';
import { type Person, plant } from './people.ts';
import type { Process } from './processes.ts';
import { clock, type Stage } from './stage.ts';

/*
 * The money flows, one by one, for whoever lets them crash at every point: what is there before, and the steps that a
 * healthy client or the clock takes.
 */

const ending = (
  name: string,
  move: (sender: Person, recipient: Person, inboxId: string) => Move,
  charged = false,
): Flow => ({
  name: charged ? `${name}, after the charge` : name,
  prepare: async (stage) => {
    const [sender, recipient, id] = await paid(stage);
    if (charged) {
      stage.pass(clock.now() + 7 * DAY - 11 * 60 * MINUTE);
      await stage.runJobs('expireConversations');
      await stage.bring((process) => stage.driver.finish(process));
    }
    return [move(sender, recipient, id)];
  },
});

const reporting = (reasonCode: ReportReason, charged = false) =>
  ending(
    `reporting ${reasonCode}`,
    (_, recipient, inboxId) => does(recipient, 'reportInbox', { inboxId, reasonCode }, 'KEY'),
    charged,
  );

const answering = (conversationStatus: 'OPEN' | 'COMPLETED', charged = false) =>
  ending(
    `answering, ${conversationStatus}`,
    (_, recipient, inboxId) =>
      does(
        recipient,
        'createInboxMessage',
        { inboxId, conversationStatus, messageBody: ANSWER },
        'KEY',
      ),
    charged,
  );

const cancelling = (charged = false) =>
  ending(
    'cancelling',
    (sender, _, inboxId) => does(sender, 'cancelOrder', { inboxId, reasonCode: 'MISTAKE' }, 'KEY'),
    charged,
  );

const declining = (charged = false) =>
  ending(
    'declining',
    (_, recipient, inboxId) => does(recipient, 'declineInbox', { inboxId }, 'KEY'),
    charged,
  );

/** The bank's page: nothing of it is an effect of ours. */
const sayToBank = (outcome: 'authenticated' | 'failed') => (stage: Stage) => {
  for (const { id, status } of stage.world.provider.all('paymentIntents'))
    if (status === 'requires_action') stage.world.provider.authenticate(id, outcome);
};

const confirming =
  (sender: Person, outcome: 'authenticated' | 'failed'): Move =>
  async (stage) => {
    sayToBank(outcome)(stage);
    const [inboxId = 'X'.repeat(26)] = stage.world.witness.conversations.keys();
    return stage.call(sender, 'confirmInboxPayment', { inboxId });
  };

const paying = (name: string, card: string, ...confirm: ('authenticated' | 'failed')[]): Flow => ({
  name: `paying with ${name}`,
  prepare: async () => {
    const [sender, recipient] = await two();
    const pay = does(sender, 'createInboxWithPayment', withCard(recipient, card), 'KEY');
    return [pay, ...confirm.map((outcome) => confirming(sender, outcome))];
  },
});

const payingFromFile: Flow = {
  name: 'paying with the card on file',
  prepare: async (stage) => {
    const [sender, recipient] = await two();
    await now(stage, does(sender, 'updatePaymentMethod', { paymentMethodId: 'pm_card_visa' }));
    await stage.bring((process) => stage.driver.finish(process));
    return [does(sender, 'createInbox', orderFor(recipient), 'KEY')];
  },
};

const payingForDraft: Flow = {
  name: 'paying for a draft',
  prepare: async (stage) => {
    const { sender, paying: input } = await written(stage);
    return [does(sender, 'createInboxWithPayment', input('pm_card_visa'), 'KEY')];
  },
};

const expiring: Flow = {
  name: 'expiring, with the charge on the way',
  prepare: async (stage) => {
    await paid(stage);
    return [later(6.6, 'expireConversations'), later(3.5, 'expireConversations')];
  },
};

const lapsing: Flow = {
  name: 'expiring late, when the hold is long gone',
  prepare: async (stage) => {
    await paid(stage);
    return [later(11, 'expireConversations')];
  },
};

/** The deadline has passed, and the schedule has not come by. */
const answeringLate: Flow = {
  name: 'answering too late',
  prepare: async (stage) => {
    const [, recipient, inboxId] = await paid(stage);
    stage.pass(clock.now() + 6.6 * DAY);
    await stage.runJobs('expireConversations');
    await stage.bring((process) => stage.driver.finish(process));
    stage.pass(clock.now() + 4 * DAY);
    const input = { inboxId, conversationStatus: 'OPEN', messageBody: ANSWER };
    return [does(recipient, 'createInboxMessage', input)];
  },
};

/** Somebody who was invited pays their second month, and all that is told of it comes in. */
const hearingOfAMonth: Flow = {
  name: 'hearing of a month that was paid, the second',
  prepare: async (stage) => {
    const inviter = await plant(clock, 0);
    const person = await plant(clock, 1, { invitedBy: inviter });
    const finish = (process: Process) => stage.driver.finish(process);
    await now(stage, does(person, 'updatePaymentMethod', { paymentMethodId: 'pm_card_visa' }));
    await now(stage, does(person, 'upgradeSubscription', { licenseId: 'STARTER' }));
    await stage.bring(finish);
    stage.pass(clock.now() + 32 * DAY);
    return Array.from({ length: 8 }, () => nextWebhook);
  },
};

/** The order was charged while it waited and then cancelled; days later the card's bank does not take the money back. */
const hearingOfARefusal: Flow = {
  name: 'hearing that a bank refused a refund',
  prepare: async (stage) => {
    const [sender, , inboxId] = await paid(stage);
    const finish = (process: Process) => stage.driver.finish(process);
    stage.pass(clock.now() + 7 * DAY - 11 * 60 * MINUTE);
    await stage.runJobs('expireConversations');
    await now(stage, does(sender, 'cancelOrder', { inboxId, reasonCode: 'MISTAKE' }));
    await stage.bring(finish);
    const [refund] = stage.world.provider.all('refunds');
    const { done } = await stage.world.provider.does(
      'POST',
      `/_bank/refunds/${refund?.id}/failure`,
    );
    if (!done) throw new Error('the bank had nothing to refuse');
    return Array.from({ length: 4 }, () => nextWebhook);
  },
};

export const FLOWS: readonly Flow[] = [
  payingFromFile,
  paying('a new card', 'pm_card_visa'),
  payingForDraft,
  paying('a card that is declined', 'pm_card_chargeDeclined'),
  paying(
    'a card whose bank asks, and is told yes',
    'pm_card_authenticationRequired',
    'authenticated',
  ),
  paying('a card whose bank asks, and is told no', 'pm_card_authenticationRequired', 'failed'),
  paying('a card whose bank asks, and is told nothing', 'pm_card_authenticationRequired'),
  answering('OPEN'),
  answering('COMPLETED', true),
  cancelling(),
  cancelling(true),
  declining(),
  declining(true),
  reporting('SPAM_PHISHING'),
  reporting('SPAM_PHISHING', true),
  reporting('NOT_ME'),
  reporting('NOT_ME', true),
  expiring,
  lapsing,
  ...PAYOUT_FLOWS,
  answeringLate,
  hearingOfAMonth,
  hearingOfARefusal,
];
