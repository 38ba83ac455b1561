import type { Clock } from './clock.ts';
import { DraftHistory } from './draft-history.ts';
import { EventBus } from './event-bus.ts';
import type { Operation } from './handlers.ts';
import { InProcessStripe } from './in-process-stripe.ts';
import { OrderTerms } from './order-terms.ts';
import type { Person } from './people.ts';
import type { Effect, Process } from './processes.ts';
import { WriteRecorder } from './write-recorder.ts';

type TextMessage = { readonly to: string; readonly body: string };

/** A call of an operation; its process has the answer. */
export type RecordedCall = {
  readonly person: Person;
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
  readonly process: Process;
  /** How many calls had begun when it answered. */
  readonly response: { before?: number };
};

/** `began`: when the process did. */
export type FailedEffect = {
  readonly process: string;
  readonly processStartedAt: number;
  readonly effect: Effect;
};

/** All that is there in one history beside the table: made new for each, so that none knows of another. */
export class World {
  readonly stripe: InProcessStripe;
  readonly recorder = new WriteRecorder();
  /** What was agreed on, as it was written. */
  readonly orderTerms: OrderTerms;
  readonly drafts: DraftHistory;
  readonly bus = new EventBus();
  readonly textMessages: TextMessage[] = [];
  /** Who called what, in the order of the calls. */
  readonly calls: RecordedCall[] = [];
  /** Runs of the schedules that came to their end without a fault and had time enough. */
  readonly completedJobs: { readonly name: string; readonly at: number }[] = [];
  /** Effects that a process was told had failed. */
  readonly failedEffects: FailedEffect[] = [];
  /** How many facts of the table's stream were handed on to the bus. */
  publishedCount = 0;

  constructor(readonly clock: Clock) {
    this.stripe = new InProcessStripe(clock);
    this.orderTerms = new OrderTerms(clock);
    this.drafts = new DraftHistory(clock);
  }
}
