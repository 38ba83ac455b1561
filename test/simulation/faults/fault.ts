/*
 * A fault as somebody could make it: an exact text of one file that is replaced as the file is bundled, never on disk. The
 * simulation has to notice.
 */

export type PlantedFault = {
  readonly name: string;
  /** The folder or file of the product is named from the root. */
  readonly file: string;
  /** Each text has to be there exactly once, so that the list stays true as the code changes. */
  readonly edits: readonly Edit[];
  /** The invariants of which one has to be broken. */
  readonly caughtBy: readonly string[];
  /** What is played: histories by their seeds, unless it takes a crash at one certain point. */
  readonly arguments?: readonly string[];
};

type Edit = { readonly find: string; readonly put: string };

export const edit = (find: string, put: string): Edit => ({ find, put });

/** Every crash point of the flows whose name has this in it. */
export const crashes = (flow: string) => ['--crashes', 'single', '--flow', flow] as const;

/** The same, and the provider's webhooks never come. */
export const crashesAlone = (flow: string) => ['--crashes', 'alone', '--flow', flow] as const;

/** Every order of the effects of two at once. */
export const races = (name: string) => ['--races', '--flow', name] as const;

/** Enough for all but the rarest coincidence. */
export const SEEDS = ['--seeds', '1-40'] as const;
