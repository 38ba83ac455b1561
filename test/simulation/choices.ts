import { Prng } from './prng.ts';

/*
 * The choices of a random history, recorded step by step, so that the history can be replayed without its seed and
 * with some steps or choices left out.
 */

/** An index, a yes or no, or a name; null stands for the usual choice. */
export type Choice = number | boolean | string | null;

/** A step of a history: what happens, and the choices within it. Choices left out at the end are the usual ones. */
export type Step = readonly [name: string, ...choices: Choice[]];

/** A whole history: `setup`, then its steps, then `end`, with the choices of banks after the last step. */
export type Decisions = readonly Step[];

type Recorded = { readonly name: string; readonly choices: Choice[]; needed: number };

/** A PRNG that records what it chooses or, given `replayed`, repeats recorded choices. */
export class Choices extends Prng {
  readonly #steps: Recorded[] = [];
  #left: Choice[] = [];
  #isNested = false;

  constructor(
    seed: number,
    private readonly replayed?: Decisions,
  ) {
    super(seed);
    this.nextStep(() => 'setup');
  }

  /** What was chosen so far, without the usual choices at the end of each step. */
  get decisions(): Decisions {
    return this.#steps.map(({ name, choices, needed }) => [name, ...choices.slice(0, needed)]);
  }

  /** Begins the next step, and returns its name: the chosen one, or the recorded one. */
  nextStep<Name extends string>(choose: () => Name | 'end'): Name | 'end' {
    const [recorded = 'end', ...left] = this.replayed?.[this.#steps.length] ?? [];
    const name = this.replayed ? (recorded as Name) : this.#unrecorded(choose);
    this.#left = left;
    this.#steps.push({ name, choices: [], needed: 0 });
    return name;
  }

  override chance(probability: number): boolean {
    return this.#choose(probability >= 0.5, () => super.chance(probability));
  }

  override below(end: number): number {
    // A list can be shorter in a replay.
    return Math.min(
      this.#choose(0, () => super.below(end)),
      end - 1,
    );
  }

  override weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    return this.named(Object.keys(weights) as Name[], () => super.weighted(weights));
  }

  /** Records which of these names `choose` returns, as one choice. The first name is the usual one. */
  named<Name extends string>(names: readonly Name[], choose: () => Name): Name {
    const [usual = '' as Name] = names;
    const name = this.#choose(usual, choose);
    return names.includes(name) ? name : usual;
  }

  /** Records a number that is not random. */
  number(choose: () => number): number {
    return this.#choose(0, choose);
  }

  #choose<One extends Choice>(usual: One, choose: () => One): One {
    if (this.#isNested) return choose();
    const recorded = this.#left.shift();
    const fitting = typeof recorded === typeof usual ? (recorded as One) : usual;
    const choice = this.replayed ? fitting : this.#unrecorded(choose);
    const step = this.#steps.at(-1) as Recorded;
    step.choices.push(choice);
    if (choice !== usual) step.needed = step.choices.length;
    return choice;
  }

  /** Makes a choice that consists of several random ones, which are not recorded. */
  #unrecorded<One>(choose: () => One): One {
    this.#isNested = true;
    try {
      return choose();
    } finally {
      this.#isNested = false;
    }
  }
}
