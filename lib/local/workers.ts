import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { FaultReporter } from './faults.ts';
import { firstDue } from './first-due.ts';
import { Schedules } from './schedules.ts';
import type { Shutdown } from './shutdown.ts';
import { Stream } from './stream.ts';
import { TimeMachine, type TimeMachineParts } from './time-machine.ts';

type WorkerParts = {
  readonly folder: string;
  readonly engineUrl: string;
  readonly tableName: string;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly stripe: TimeMachineParts['stripe'];
  /** Calls a function that does not answer a person: a job, a subscriber, the publishing function. */
  readonly work: (name: string, event: unknown) => Promise<unknown>;
  readonly onFault: FaultReporter;
};

/**
 * Assembles the parts that run by themselves: the stream of the table, the schedules, and the clock. Each rests until it is
 * started.
 */
export function startWorkers(parts: WorkerParts, shutdown: Shutdown) {
  const { folder, engineUrl, tableName, clock, bus, stripe, work, onFault } = parts;
  const stream = new Stream({
    engineUrl,
    tableName,
    folder,
    onFault,
    publish: (event) => work('events/publishEvents', event),
    countViews: (event) => work('events/countViews', event),
    settled: () => bus.settled(),
  });
  shutdown.add(() => stream.stop());
  const schedules = new Schedules({
    now: clock.now,
    call: (name, event) => work(`jobs/${name}`, event),
    onFault,
  });
  shutdown.add(() => bus.stop());
  const drain = async () => {
    await stream.drain();
    await bus.retry();
  };
  const time = new TimeMachine({ clock, schedules, firstDue, drain, stripe, onFault });
  shutdown.add(() => time.stop());
  return { stream, schedules, time, drain };
}
