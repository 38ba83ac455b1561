import { DAY, MINUTE } from '#shared/time.ts';
import { checkStep, readyPicture, readyRecording, uploadedRecording } from './attached-files.ts';
import { CLAIM_STEPS } from './claim-flows.ts';
import {
  answerStep,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  type Order,
  pays,
  pendingOrder,
  type Race,
  runStep,
  senderAndRecipient,
} from './flow-steps.ts';
import type { Person } from './people.ts';
import type { Simulation } from './simulation.ts';

/* The flows and races of pictures and recordings. Most money flows have files as well (attached-files.ts). */

/** Prepares a pending order with a picture in its letter. */
export async function pendingOrderWithPicture(simulation: Simulation): Promise<Order> {
  const [sender, recipient] = await senderAndRecipient();
  const attachments = [await readyPicture(simulation, sender, { to: recipient })];
  await runStep(simulation, pays(sender, recipient, { attachments }));
  await simulation.deliverAll();
  const [id = ''] = simulation.world.recorder.conversations.keys();
  return { sender, recipient, id };
}

/** The step of an answer with a picture and a recording. */
export async function spokenAnswerStep(
  simulation: Simulation,
  { recipient, id }: Order,
): Promise<FlowStep> {
  const attachments = [
    await readyPicture(simulation, recipient, { in: { id } }),
    await readyRecording(simulation, recipient, { in: { id } }),
  ];
  const written = { recordingText: 'IN_SHORT' };
  return does(recipient, (me) => me.answers({ id }, { attachments, written, key: 'KEY' }));
}

const removes = (person: Person, id: string): FlowStep => does(person, (me) => me.removesFile(id));

/** The schedule runs when no call from before a removal can be running any more. */
const deleteFiles = jobAfterDays((3 * MINUTE) / DAY, 'deleteAccounts');

const spokenLetter: Flow = {
  name: 'files: a recording is checked and sent in a letter',
  prepare: async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    await runStep(
      simulation,
      does(recipient, (me) => me.setsAttachments({ takesVoice: true })),
    );
    const id = await uploadedRecording(simulation, sender, { to: recipient });
    return [checkStep, pays(sender, recipient, { attachments: [id], key: 'KEY' })];
  },
};

const removed: Flow = {
  name: 'files: a recording is checked and removed',
  prepare: async (simulation) => {
    const order = await pendingOrder(simulation);
    const id = await uploadedRecording(simulation, order.recipient, { in: order });
    return [checkStep, removes(order.recipient, id), deleteFiles];
  },
};

/** The answer has a recording and a picture, and the better one another picture. */
const improved: Flow = {
  name: 'claim: improving a spoken answer with a picture',
  prepare: async (simulation) => {
    const order = await pendingOrder(simulation);
    await runStep(simulation, await spokenAnswerStep(simulation, order));
    await simulation.deliverAll();
    await runStep(simulation, CLAIM_STEPS.claim(order));
    const attachments = [await readyPicture(simulation, order.recipient, { in: order })];
    const improve = { attachments, key: 'IMPROVE' };
    return [
      does(order.recipient, (me) => me.improves(order, improve)),
      CLAIM_STEPS.giveBack(order),
    ];
  },
};

export const ATTACHMENT_FLOWS: readonly Flow[] = [spokenLetter, removed, improved];

/** Prepares an open order and a picture of its recipient, and returns the step of a reply that has it. */
async function replyWithPicture(simulation: Simulation) {
  const order = await pendingOrder(simulation);
  await runStep(simulation, answerStep(order.recipient, order.id, 'ANSWER'));
  await simulation.deliverAll();
  const { sender, recipient } = order;
  const id = await readyPicture(simulation, recipient, { in: order });
  const reply = (key: string) =>
    does(recipient, (me) => me.writes(order, { attachments: [id], key }));
  return { sender, recipient, id, reply };
}

export const ATTACHMENT_RACES: readonly Race[] = [
  {
    name: 'two replies with the same picture',
    prepare: async (simulation) => {
      const { reply } = await replyWithPicture(simulation);
      return [reply('ONE'), reply('OTHER')];
    },
  },
  {
    name: 'a reply with a picture and its removal',
    prepare: async (simulation) => {
      const { recipient, id, reply } = await replyWithPicture(simulation);
      return [reply('ONE'), removes(recipient, id)];
    },
  },
  {
    name: 'a reply with a picture and a block',
    prepare: async (simulation) => {
      const { sender, recipient, reply } = await replyWithPicture(simulation);
      return [reply('ONE'), does(sender, (me) => me.blocks(recipient))];
    },
  },
  {
    name: 'the check of a recording and its removal',
    prepare: async (simulation) => {
      const order = await pendingOrder(simulation);
      const id = await uploadedRecording(simulation, order.recipient, { in: order });
      return [checkStep, removes(order.recipient, id)];
    },
  },
];
