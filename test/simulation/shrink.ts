import type { Choice, Decisions, Step } from './choices.ts';
import type { History } from './history.ts';

/*
 * Reduces a failing history to the fewest steps and the most usual choices with which the same invariant is still
 * violated. Each attempt replays the history with less.
 */

/** The maximum number of attempts; the result is the smallest failing history until then. */
const MAX_ATTEMPTS = 3_000;

/** Replays decisions; undefined if the history does not fail in the same way. */
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

/** Replaces consecutive steps of processes by one in which all processes end, with the same faults if they are needed. */
const finishProcesses: Pass = async (current, attempt) => {
  for (let end = current().length - 1; end > 1; end -= 1) {
    let start = end;
    while (current()[start - 1]?.[0] === 'step') start -= 1;
    if (start === end) continue;
    const faults = current()
      .slice(start, end)
      .flatMap(([, ...choices]) => choices.filter((one) => typeof one === 'string'));
    await attempt(current().toSpliced(start, end - start, ['finish']));
    if (current()[start]?.[0] === 'step')
      await attempt(current().toSpliced(start, end - start, ['finish', ...faults]));
    end = start;
  }
};

/** Leaves out steps: half of them at once, then a quarter, and at last each one. */
const leaveOutSteps: Pass = async (current, attempt) => {
  await inParts(
    () => current().length - 2,
    (start, size) => attempt(current().toSpliced(1 + start, size)),
  );
};

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
