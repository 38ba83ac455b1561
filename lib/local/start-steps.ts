/* The steps of a start, for the terminal and for the page that waits for the product. */

/** A step as it is shown. `seconds`: how long it took, or takes so far; absent before it begins. */
export type ShownStep = {
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'done';
  readonly seconds?: number;
};

type Step = { readonly name: string; began?: number; ended?: number };

/** The steps of one start. Some of them run at the same time. */
export class StartSteps {
  readonly #steps: Step[];
  readonly #onDone: (step: ShownStep) => void;

  /** `onDone` is called with each step when it is done. */
  constructor(names: readonly string[], onDone: (step: ShownStep) => void = () => undefined) {
    this.#steps = names.map((name) => ({ name }));
    this.#onDone = onDone;
  }

  /** Runs the work of a step. A step whose work fails stays as it is, because the start fails with it. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const step = this.#steps.find((one) => one.name === name);
    if (!step) throw new Error(`there is no step ${name}`);
    step.began = performance.now();
    const result = await work();
    step.ended = performance.now();
    this.#onDone(shown(step));
    return result;
  }

  /** All steps in their order. */
  states(): ShownStep[] {
    return this.#steps.map(shown);
  }
}

function shown({ name, began, ended }: Step): ShownStep {
  if (began === undefined) return { name, state: 'waiting' };
  const seconds = ((ended ?? performance.now()) - began) / 1_000;
  return { name, state: ended === undefined ? 'running' : 'done', seconds };
}
