import { DAY, MINUTE } from '#shared/time.ts';
import { pendingOrderWithPicture } from './attachment-flows.ts';
import {
  does,
  type Flow,
  type FlowStep,
  nextWebhook,
  pausedOrder,
  pays,
  pendingOrder,
  type Race,
  runStep,
  senderAndRecipient,
} from './flow-steps.ts';
import { createStaff } from './initial-people.ts';
import type { Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows of a block, which ends what is pending, and of the events by which it does so between two people. */

export const publishStep: FlowStep = (simulation) => simulation.publishEvents();

/** Delivers the event of the block. After a crash it may have been delivered already, and then a schedule runs instead. */
export const endBlockedStep: FlowStep = (simulation) => {
  const delivery = simulation.world.bus.pending.find(
    ({ subscriber }) => subscriber === 'endBlockedConversations',
  );
  return delivery ? simulation.deliverEvent(delivery) : simulation.startJob('finishPayments');
};

const blocking = (
  name: string,
  prepare: (simulation: Simulation) => Promise<readonly [blocker: Person, blocked: Person]>,
): Flow => ({
  name: `blocking ${name}`,
  prepare: async (simulation) => {
    const [blocker, blocked] = await prepare(simulation);
    return [does(blocker, (me) => me.blocks(blocked)), publishStep, endBlockedStep];
  },
});

/** The bank confirms the payment of an order, and the sender comes back; the bank does so once. */
const confirmStep =
  (sender: Person, inboxId: string): FlowStep =>
  (simulation) => {
    simulation.advanceTo(clock.now() + MINUTE);
    const { stripe } = simulation.world;
    for (const { id, status } of stripe.all('paymentIntents'))
      if (status === 'requires_action') stripe.authenticate(id, 'authenticated');
    return simulation.does(sender, (me) => me.confirmsPayment({ id: inboxId }));
  };

/**
 * One of two people is blocked while an order waits for the bank, which confirms it afterwards. The event of the block has not been
 * delivered, so whoever learns of the confirmation finds the block.
 */
const confirmingAfterBlock = (
  name: string,
  blocks: (sender: Person, recipient: Person) => Promise<FlowStep>,
): Flow => ({
  name: `the bank confirms after a block ${name}`,
  prepare: async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    const asked = { card: 'pm_card_authenticationRequired', key: 'KEY' };
    await runStep(simulation, pays(sender, recipient, asked));
    const [inboxId = ''] = simulation.world.recorder.conversations.keys();
    return [
      await blocks(sender, recipient),
      confirmStep(sender, inboxId),
      nextWebhook,
      publishStep,
      endBlockedStep,
    ];
  },
});

const atDesk = async (person: Person): Promise<FlowStep> =>
  does(await createStaff(), (me) => me.blocksAccount(person, { reason: 'Asks for gift cards.' }));

/** Staff block somebody while a message is paid to them: the indexes may show it only after the block. */
const blockWhilePaying: Race = {
  name: 'a block at the desk and paying a message',
  prepare: async () => {
    const [sender, recipient] = await senderAndRecipient();
    return [await atDesk(recipient), pays(sender, recipient, { key: 'PAY' })];
  },
};

export const BLOCK_RACES: readonly Race[] = [blockWhilePaying];

/** The bus accepts some of the events of a payment, and the others when the stream delivers them again. */
const partOfBatch: Flow = {
  name: 'the event bus accepts a part of a batch',
  prepare: async (simulation) => {
    const { driver } = simulation;
    const [sender, recipient] = await senderAndRecipient();
    await runStep(simulation, pays(sender, recipient));
    const { chooseFault } = driver;
    driver.chooseFault = (_process, { effect }) =>
      effect.description.startsWith('PutEvents') ? 'throttled' : 'none';
    await driver.finish(await simulation.publishEvents());
    driver.chooseFault = chooseFault;
    return [publishStep];
  },
};

export const BLOCK_FLOWS: readonly Flow[] = [
  partOfBatch,
  confirmingAfterBlock('by the recipient', async (sender, recipient) =>
    does(recipient, (me) => me.blocks(sender)),
  ),
  confirmingAfterBlock('by the sender', async (sender, recipient) =>
    does(sender, (me) => me.blocks(recipient)),
  ),
  confirmingAfterBlock('of the recipient at the desk', (_, recipient) => atDesk(recipient)),
  confirmingAfterBlock('of the sender at the desk', (sender) => atDesk(sender)),
  blocking('the sender of a pending order', async (simulation) => {
    const { sender, recipient } = await pendingOrderWithPicture(simulation);
    return [recipient, sender];
  }),
  blocking('the recipient of a pending order', async (simulation) => {
    const { sender, recipient } = await pendingOrder(simulation);
    return [sender, recipient];
  }),
  blocking('the sender during a clarifying question', async (simulation) => {
    const { sender, recipient } = await pausedOrder(simulation);
    return [recipient, sender];
  }),
  blocking('the sender after the charge', async (simulation) => {
    const { sender, recipient } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6.6 * DAY);
    await simulation.runJobs('expireConversations');
    await simulation.deliverAll();
    return [recipient, sender];
  }),
  blocking('the sender of an order that waits for the bank', async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    await runStep(
      simulation,
      pays(sender, recipient, { card: 'pm_card_authenticationRequired', key: 'KEY' }),
    );
    return [recipient, sender];
  }),
  {
    name: 'the block at the desk of the recipient of a pending order',
    prepare: async (simulation) => {
      const { recipient } = await pendingOrder(simulation);
      return [await atDesk(recipient)];
    },
  },
];
