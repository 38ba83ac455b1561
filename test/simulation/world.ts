import type { ScheduleName } from '#shared/api/schedules.ts';
import type { Effect, Process } from '#test/support/faults/processes.ts';
import type { Clock } from './clock.ts';
import { DraftHistory } from './draft-history.ts';
import { EventBus } from './event-bus.ts';
import { EventStream } from './event-stream.ts';
import { FileBucket } from './file-bucket.ts';
import type { Operation } from './handlers.ts';
import { InProcessStripe } from './in-process-stripe.ts';
import { MoneyRequests } from './money-requests.ts';
import { OrderTerms } from './order-terms.ts';
import type { Person } from './people.ts';
import type { TransientFaults } from './transient-faults.ts';
import { WriteRecorder } from './write-recorder.ts';

/** A text message or an email. */
type TextMessage = { readonly to: string; readonly body: string };

/** A call of an operation; its process holds the response. */
export type RecordedCall = {
  readonly person: Person;
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
  readonly process: Process;
  /** The number of calls that had already started when this one got its response. */
  readonly response: { before?: number };
};

/** An effect whose failure was reported to the process. */
export type FailedEffect = {
  readonly process: string;
  readonly processStartedAt: number;
  readonly effect: Effect;
};

/** Everything in one history besides the table; new for each history. */
export class World {
  readonly stripe: InProcessStripe;
  readonly recorder = new WriteRecorder();
  /** Checks each order against its recipient's terms. */
  readonly orderTerms: OrderTerms;
  readonly drafts: DraftHistory;
  /** Checks each request that moves the money of a message. */
  readonly moneyRequests: MoneyRequests;
  readonly bus = new EventBus();
  readonly bucket = new FileBucket();
  readonly textMessages: TextMessage[] = [];
  readonly emails: TextMessage[] = [];
  /** Every call, in the order of the calls. */
  readonly calls: RecordedCall[] = [];
  /** Runs of the schedules that ended without an error and did not run out of time. */
  readonly completedJobs: { readonly name: ScheduleName; readonly at: number }[] = [];
  /** Effects whose failure was reported to a process. */
  readonly failedEffects: FailedEffect[] = [];
  readonly stream: EventStream;

  constructor(
    readonly clock: Clock,
    readonly transientFaults: TransientFaults,
  ) {
    this.stream = new EventStream(this.recorder.events, transientFaults);
    this.stripe = new InProcessStripe(clock);
    this.orderTerms = new OrderTerms(clock);
    this.drafts = new DraftHistory(clock);
    this.moneyRequests = new MoneyRequests(clock, this.stripe, this.recorder);
  }
}
