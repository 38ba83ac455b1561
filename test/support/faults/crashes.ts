import { Crasher } from './crash-point.ts';
import { openNextGate, resultOf, startGated } from './gated-processes.ts';

/* Processes that die: nothing that they still would send is sent, and what they wait for never comes. */

export type RunOutcome<Result> =
  | { readonly is: 'completed'; readonly result: Result; readonly effects: number }
  | { readonly is: 'crashed' };

/** Runs `work` as a process that dies before or after its nth effect, unless it ends earlier. */
export async function crashingAt<Result>(
  at: number,
  when: 'before' | 'after',
  work: () => Promise<Result>,
): Promise<RunOutcome<Result>> {
  const crasher = new Crasher({ at, when: when === 'before' ? 'crashBefore' : 'crashAfter' });
  const process = await startGated(work);
  while (process.isAlive) await openNextGate(process, (gate) => crasher.chooseFault(process, gate));
  if (process.state === 'crashed') return { is: 'crashed' };
  return { is: 'completed', result: resultOf(process) as Result, effects: crasher.writes };
}

/** Runs `work` as a process that may die; returns whether it completed. */
export type Crash = <Result>(work: () => Promise<Result>) => Promise<boolean>;

type Scenario = (given: { readonly crash: Crash }) => Promise<void>;

type CrashOptions = {
  /** Plays each round in a world of its own, for what the scenario says of the whole ledger or of everything at Stripe. */
  readonly inNewWorlds?: boolean;
};

/** `npm test` plays a scenario without a crash and with one in its middle, and `npm run test:all` with each. */
const isOneEnough = () => process.env.ONE_FAULT === 'true';

/**
 * Plays a scenario repeatedly: the processes that it starts with `crash` die before their first effect, and after each of their
 * effects in turn, until a round completes. Between two effects they only read. Each round has to prepare its people and things anew.
 * Returns the number of effects.
 */
export async function crashingAtEveryWrite(
  this: { startAgain(): Promise<void> },
  scenario: Scenario,
  { inNewWorlds = false }: CrashOptions = {},
): Promise<number> {
  const play: Play = async (at, when) => {
    if (inNewWorlds) await this.startAgain();
    let effects = 0;
    let hasCrashed = false;
    await scenario({
      crash: async (work) => {
        const outcome = await crashingAt(at, when, work);
        if (outcome.is === 'crashed') hasCrashed = true;
        else effects = Math.max(effects, outcome.effects);
        return outcome.is === 'completed';
      },
    });
    return { effects, hasCrashed };
  };
  const effects = isOneEnough() ? await crashOnce(play) : await crashEverywhere(play);
  if (effects === 0) throw new Error('no process of the scenario has an effect');
  return effects;
}

type Play = (
  at: number,
  when: 'before' | 'after',
) => Promise<{ readonly effects: number; readonly hasCrashed: boolean }>;

async function crashOnce(play: Play): Promise<number> {
  const { effects } = await play(Number.POSITIVE_INFINITY, 'after');
  await play(Math.ceil(effects / 2), 'after');
  return effects;
}

async function crashEverywhere(play: Play): Promise<number> {
  await play(1, 'before');
  let effects = 0;
  while ((await play(effects + 1, 'after')).hasCrashed) effects += 1;
  return effects;
}
