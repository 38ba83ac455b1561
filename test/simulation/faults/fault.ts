import { KNOWN_SEEDS } from '../known-seeds.ts';

/*
 * A planted fault: exact text in one source file that is replaced in the bundle, never on disk. The simulation has to
 * notice it.
 */

export type PlantedFault = {
  readonly name: string;
  /** The source file, relative to the root of the repository. */
  readonly file: string;
  /** Each text has to occur exactly once in the file, so that the list stays valid as the code changes. */
  readonly edits: readonly Edit[];
  /** At least one of these invariants has to be violated. */
  readonly caughtBy: readonly string[];
  /** Arguments of the simulation. By default it runs the known seeds; some faults show only at a certain crash point. */
  readonly arguments?: readonly string[];
};

type Edit = { readonly find: string; readonly put: string };

export const edit = (find: string, put: string): Edit => ({ find, put });

/** Runs every crash point of the flows whose name contains this text. */
export const crashes = (flow: string) => ['--crashes', 'single', '--flow', flow] as const;

/** Runs every crash point of these flows without any webhooks. */
export const crashesAlone = (flow: string) => ['--crashes', 'alone', '--flow', flow] as const;

/** Runs the races whose name contains this text in every schedule with at most two preemptions. */
export const races = (name: string) => ['--races', '--preemptions', '2', '--flow', name] as const;

/** Checks the reconciliation after the flows whose name contains this text. */
export const reconciling = (flow: string) => ['--reconciliation', '--flow', flow] as const;

/** Runs the known seeds; a run stops at the first that notices the fault. */
export const KNOWN_HISTORIES = ['--seeds', `1-${KNOWN_SEEDS}`] as const;

/**
 * Runs the seed that noticed the fault when it was planted, and then a range of seeds. A run stops at the first seed that
 * notices the fault.
 */
export const firstSeed = (seed: number, range: string = KNOWN_HISTORIES[1]) =>
  ['--seeds', `${seed},${range}`] as const;
