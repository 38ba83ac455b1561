import { MINUTE } from '#shared/time.ts';
import { readyPicture } from './attached-files.ts';
import { spokenAnswerStep } from './attachment-flows.ts';
import { CLAIM_STEPS } from './claim-flows.ts';
import { runOps } from './desk.ts';
import {
  type Flow,
  type FlowStep,
  jobAfterDays,
  pendingOrder,
  type Race,
  runStep,
} from './flow-steps.ts';
import { blockAtDesk } from './payout-flows.ts';
import { accountOf } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows and races of a claim about an answer whose author's account is deleted at that time. */

/** In cents; the earning is less than what prevents a deletion. */
const SMALL = 500;

/** Prepares an answer of somebody who was blocked since, with a picture that they have not sent. Returns the claim about it and the deletion of their account. */
async function claimAndDeletion(simulation: Simulation): Promise<readonly [FlowStep, FlowStep]> {
  const { sender, recipient, id } = await pendingOrder(simulation, SMALL);
  await runStep(simulation, await spokenAnswerStep(simulation, { sender, recipient, id }));
  await readyPicture(simulation, recipient, { in: { id } });
  await simulation.deliverAll();
  await blockAtDesk(simulation, recipient);
  // A request from before the block may run for a while.
  simulation.advanceTo(clock.now() + 2 * MINUTE);
  const { username = '' } = (await accountOf(clock, recipient)) ?? {};
  const words = ['delete-account', username, '--yes', '--reason', 'They sell stolen answers.'];
  return [
    CLAIM_STEPS.claim({ sender, recipient, id }),
    ({ driver }) => driver.start(`ops ${words.join(' ')}`, () => runOps(clock, words)),
  ];
}

export const DELETION_FLOWS: readonly Flow[] = [
  {
    name: 'deletion: a claim before the account is deleted',
    prepare: async (simulation) => {
      const [claim, deletion] = await claimAndDeletion(simulation);
      return [claim, deletion, jobAfterDays(3, 'expireConversations')];
    },
  },
  {
    name: 'deletion: a claim after the account is deleted',
    prepare: async (simulation) => {
      const [claim, deletion] = await claimAndDeletion(simulation);
      return [deletion, claim];
    },
  },
];

export const DELETION_RACES: readonly Race[] = [
  { name: 'a claim and the deletion of the account', prepare: claimAndDeletion },
  {
    name: 'the deletion of the account and a claim',
    prepare: async (simulation) => {
      const [claim, deletion] = await claimAndDeletion(simulation);
      return [deletion, claim] as const;
    },
  },
];
