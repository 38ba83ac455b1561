import { openDispute } from './bank-steps.ts';
import { CLAIM_STEPS, type ClaimStep, claimAfter } from './claim-flows.ts';
import { does, nextWebhook, pays, type Race, runStep } from './flow-steps.ts';
import { racesDuringWait } from './race-pairs.ts';

/* Races between two actions on the same claim, and between claims of the same person. */

/** Races on a claim after the steps `before`. */
const racesOf = (
  state: string,
  before: readonly ClaimStep[],
  names: readonly ClaimStep[],
): Race[] =>
  racesDuringWait(`${state} claim`, names, CLAIM_STEPS, (simulation) =>
    claimAfter(simulation, ...before),
  );

/** The webhook of a dispute arrives during an action, or the action comes during the webhook. */
const disputeRaces: readonly Race[] = (
  ['claim', 'giveBack', 'contest', 'withdraw'] as const
).flatMap((name) =>
  [true, false].map((webhookFirst) => ({
    name: webhookFirst ? `a dispute and ${name}` : `${name} and a dispute`,
    prepare: async (simulation) => {
      const order = await claimAfter(simulation, ...(name === 'claim' ? [] : ['claim' as const]));
      await openDispute(simulation);
      const steps = [nextWebhook, CLAIM_STEPS[name](order)] as const;
      return webhookFirst ? steps : ([steps[1], steps[0]] as const);
    },
  })),
);

/** The third and the fourth claim of a person at the same moment. */
const fourClaims: Race = {
  name: 'the third and the fourth claim',
  prepare: async (simulation) => {
    const { sender, recipient, id } = await claimAfter(simulation, 'claim');
    const ids = [id];
    for (let count = 1; count <= 3; count += 1) {
      await runStep(simulation, pays(sender, recipient));
      const newest = [...simulation.world.recorder.conversations.keys()].at(-1) ?? '';
      const text = `<p>${`An answer of its own, number ${count}. `.repeat(9)}</p>`;
      await runStep(
        simulation,
        does(recipient, (me) => me.answers({ id: newest }, { text })),
      );
      ids.push(newest);
    }
    const claim = (nth: number) =>
      CLAIM_STEPS.claim({ sender, recipient, id: ids[nth] ?? '' }, `CLAIM-${nth}`);
    await runStep(simulation, claim(1));
    await simulation.deliverAll();
    return [claim(2), claim(3)];
  },
};

export const CLAIM_RACES: readonly Race[] = [
  ...racesOf('open', ['claim'], ['improve', 'giveBack', 'contest', 'withdraw', 'sweep']),
  ...racesOf('improved', ['claim', 'improve'], ['askForDecision', 'giveBack', 'withdraw', 'sweep']),
  ...racesOf('contested', ['claim', 'contest'], ['uphold', 'reject', 'withdraw']),
  ...disputeRaces,
  fourClaims,
];
