import { DAY } from '../../shared/time.ts';
import {
  callStep,
  type Flow,
  type FlowStep,
  orderWithCard,
  pausedOrder,
  pendingOrder,
  runStep,
  senderAndRecipient,
} from './flow-steps.ts';
import type { Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows of a block between two people, which ends what is pending between them. */

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
    return [callStep(blocker, 'blockUser', { userId: blocked.id }), publishStep, endBlockedStep];
  },
});

export const BLOCK_FLOWS: readonly Flow[] = [
  blocking('the sender of a pending order', async (simulation) => {
    const [sender, recipient] = await pendingOrder(simulation);
    return [recipient, sender];
  }),
  blocking('the recipient of a pending order', async (simulation) => {
    const [sender, recipient] = await pendingOrder(simulation);
    return [sender, recipient];
  }),
  blocking('the sender during a clarifying question', async (simulation) => {
    const [sender, recipient] = await pausedOrder(simulation);
    return [recipient, sender];
  }),
  blocking('the sender after the charge', async (simulation) => {
    const [sender, recipient] = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6.6 * DAY);
    await simulation.runJobs('expireConversations');
    await simulation.deliverAll();
    return [recipient, sender];
  }),
  blocking('the sender of an order that waits for the bank', async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    const input = orderWithCard(recipient, 'pm_card_authenticationRequired');
    await runStep(simulation, callStep(sender, 'createInboxWithPayment', input, 'KEY'));
    return [recipient, sender];
  }),
];
