import { Bus } from './bus.ts';
import type { Operation } from './calls.ts';
import type { Clock } from './clock.ts';
import { Deals } from './deals.ts';
import { DraftHistory } from './draft-history.ts';
import type { Person } from './people.ts';
import type { Effect, Process } from './processes.ts';
import { Provider } from './provider.ts';
import { Witness } from './witness.ts';

type TextMessage = { readonly to: string; readonly body: string };

/** A call of an operation; its process has the answer. */
export type Told = {
  readonly person: Person;
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
  readonly process: Process;
  /** How many calls had begun when it answered. */
  readonly answered: { before?: number };
};

/** `began`: when the process did. */
export type Failure = { readonly process: string; readonly began: number; readonly effect: Effect };

/** All that is there in one history beside the table: made new for each, so that none knows of another. */
export class World {
  readonly provider: Provider;
  readonly witness = new Witness();
  /** What was agreed on, as it was written. */
  readonly deals: Deals;
  readonly drafts: DraftHistory;
  readonly bus = new Bus();
  readonly texts: TextMessage[] = [];
  /** Who called what, in the order of the calls. */
  readonly told: Told[] = [];
  /** Runs of the schedules that came to their end without a fault and had time enough. */
  readonly runs: { readonly name: string; readonly at: number }[] = [];
  /** Effects that a process was told had failed. */
  readonly failures: Failure[] = [];
  /** How many facts of the table's stream were handed on to the bus. */
  published = 0;

  constructor(readonly clock: Clock) {
    this.provider = new Provider(clock);
    this.deals = new Deals(clock);
    this.drafts = new DraftHistory(clock);
  }
}
