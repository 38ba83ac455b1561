import { HOUR } from '#shared/time.ts';
import type { FlowStep, Race } from './flow-steps.ts';
import { clock, type Simulation } from './simulation.ts';

/* Races of every two of some steps. */

/** Every two different names, in both orders. */
export const pairsOf = <Name extends string>(names: readonly Name[]): (readonly [Name, Name])[] =>
  names.flatMap((one) =>
    names.filter((other) => other !== one).map((other) => [one, other] as const),
  );

/**
 * Races of every two of these steps on an order that waits for 72 hours. The schedule, `sweep`, runs at the end of the wait: as
 * the second call it races with one that begins in the last millisecond before.
 */
export const racesDuringWait = <Order, Name extends string>(
  label: string,
  names: readonly Name[],
  steps: Readonly<Record<Name, (order: Order) => FlowStep>>,
  prepare: (simulation: Simulation) => Promise<Order>,
): Race[] =>
  pairsOf(names).map(([one, other]) => ({
    name: `${label}: ${one} and ${other}`,
    prepare: async (simulation) => {
      const order = await prepare(simulation);
      const end = clock.now() + 72 * HOUR;
      if (one === 'sweep' || other === 'sweep')
        simulation.advanceTo(one === 'sweep' ? end : end - 1);
      const second: FlowStep = (now) => {
        if (other === 'sweep') now.advanceTo(end);
        return steps[other](order)(now);
      };
      return [steps[one](order), second] as const;
    },
  }));
