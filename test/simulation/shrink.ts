import type { Choice, Decisions, Step } from './choices.ts';
import type { History } from './history.ts';

/*
 * Reduces a failing history to the fewest steps and the most usual choices with which the same invariant is still
 * violated. Each attempt replays the history with less.
 */

/** The maximum number of attempts; the result is the smallest failing history until then. */
const MAX_ATTEMPTS = 3_000;

type Replay = (decisions: Decisions) => Promise<History>;

/** Names the violated invariant, and whether the simulation itself failed. */
const kindOf = (violation = '') => violation.match(/^\w+:( the history failed)?/)?.[0];

/** Returns the smallest history found that violates the first invariant that `failed` violates. */
export async function shrink(failed: History, replay: Replay): Promise<History> {
  const wanted = kindOf(failed.violations[0]);
  let smallest = failed;
  let attempts = 0;
  const attempt = async (decisions: Decisions) => {
    if (attempts++ >= MAX_ATTEMPTS) return;
    const history = await replay(decisions);
    if (history.violations.some((one) => kindOf(one) === wanted)) smallest = history;
  };
  for (let size = Number.POSITIVE_INFINITY; sizeOf(smallest.decisions) < size; ) {
    size = sizeOf(smallest.decisions);
    await finishProcesses(() => smallest.decisions, attempt);
    await leaveOutSteps(() => smallest.decisions, attempt);
    await chooseUsually(() => smallest.decisions, attempt);
  }
  return smallest;
}

const sizeOf = (decisions: Decisions) => decisions.flat().length;

type Pass = (
  current: () => Decisions,
  attempt: (decisions: Decisions) => Promise<void>,
) => Promise<void>;

type Run = { readonly start: number; readonly end: number };

/** Consecutive steps of processes. */
function runsOf(decisions: Decisions): Run[] {
  const isStep = (nth: number) => decisions[nth]?.[0] === 'step';
  const starts = decisions.flatMap((_, nth) => (isStep(nth) && !isStep(nth - 1) ? [nth] : []));
  const endOf = (start: number) =>
    decisions.findIndex(([name], nth) => nth > start && name !== 'step');
  return starts.map((start) => ({ start, end: endOf(start) }));
}

/** Replaces each run by one step in which all processes end. `withFaults`: they meet the faults of the run, in its order. */
function withFinished(decisions: Decisions, runs: readonly Run[], withFaults: boolean): Decisions {
  const faultsIn = ({ start, end }: Run) =>
    decisions
      .slice(start, end)
      .flatMap(([, ...choices]) => choices.filter((one) => typeof one === 'string'));
  return decisions.flatMap((step, nth): Decisions => {
    const run = runs.find(({ start, end }) => start <= nth && nth < end);
    if (!run) return [step];
    if (nth > run.start) return [];
    return [['finish', ...(withFaults ? faultsIn(run) : [])]];
  });
}

/** Lets processes end one after the other where their interleaving does not matter. */
const finishProcesses: Pass = (current, attempt) =>
  inParts(
    () => runsOf(current()).length,
    async (start, size) => {
      const before = current();
      const runs = runsOf(before).slice(start, start + size);
      await attempt(withFinished(before, runs, false));
      if (current() === before) await attempt(withFinished(before, runs, true));
    },
  );

/** Leaves out steps: half of them at once, then a quarter, and at last each one. */
const leaveOutSteps: Pass = (current, attempt) =>
  inParts(
    () => current().length - 2,
    (start, size) => attempt(current().toSpliced(1 + start, size)),
  );

/** Makes the choices of each step the usual ones, first all at once. */
const chooseUsually: Pass = async (current, attempt) => {
  for (let nth = current().length - 1; nth >= 0; nth -= 1)
    await inParts(
      () => (current()[nth]?.length ?? 1) - 1,
      async (start, size) => {
        const [name = '', ...choices] = current()[nth] ?? [];
        const usual: Choice[] = choices.slice(start, start + size).map(() => null);
        const step: Step = [name, ...choices.toSpliced(start, size, ...usual)];
        await attempt(current().with(nth, step));
      },
    );
};

/** Calls `work` with the parts of a list that may get shorter: all of it, then halves and so on, each from the end. */
async function inParts(
  length: () => number,
  work: (start: number, size: number) => Promise<void>,
): Promise<void> {
  for (let size = length(); size >= 1; size = Math.min(size >> 1, length()))
    for (let end = length(); end > 0; end = Math.min(end - size, length()))
      await work(Math.max(0, end - size), Math.min(size, end));
}
