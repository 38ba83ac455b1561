import {
  type DueList,
  type Schedule,
  type ScheduleName,
  schedules,
} from '#shared/api/schedules.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';

type ScheduleOptions = {
  readonly now: () => number;
  /** Calls the job's function with the scheduler's event; throws what it throws. */
  readonly call: (name: ScheduleName, event: unknown) => Promise<unknown>;
  readonly onFault: (fault: unknown) => void;
};

/** The state of a schedule; ISO times of the movable clock. */
type ScheduleState = {
  readonly name: ScheduleName;
  readonly everyMinutes: number;
  readonly nextRunAt: string;
  readonly lastRunAt?: string;
  readonly lastFault?: string;
};

/** Returns when the first item of a list is due, in epoch milliseconds; undefined for an empty list. */
type FirstDue = (list: DueList) => Promise<number | undefined>;

const names = Object.keys(schedules) as ScheduleName[];

/** Runs the schedules of the definitions by the movable clock. Several missed runs become one. */
export class Schedules {
  readonly #options: ScheduleOptions;
  readonly #nextAt = new Map<ScheduleName, number>();
  readonly #lastRun = new Map<ScheduleName, { at: number; fault?: string }>();

  /** Every schedule is due at once, because time has passed since the last start. */
  constructor(options: ScheduleOptions) {
    this.#options = options;
    for (const name of names) this.#nextAt.set(name, options.now());
  }

  isKnown(name: string): name is ScheduleName {
    return Object.hasOwn(schedules, name);
  }

  /** Runs what is due. A job that fails is reported and runs again at its next time. */
  async runDue(): Promise<void> {
    for (const name of names) {
      if (!this.#isDue(name)) continue;
      await this.run(name).catch(this.#options.onFault);
    }
  }

  /**
   * Runs what has work now, for a clock that skips time: a run of a schedule whose list has no due item does nothing. Such a
   * schedule stays due.
   */
  async runWork(firstDue: FirstDue): Promise<void> {
    for (const name of names) {
      const at = await this.#workAt(name, firstDue);
      if (at === undefined || at > this.#options.now()) continue;
      await this.run(name).catch(this.#options.onFault);
    }
  }

  /**
   * Returns the next time, in epoch milliseconds, at which a schedule has work: its next run or, for a schedule with a list,
   * its first run after an item of the list is due.
   */
  async nextWorkAt(firstDue: FirstDue): Promise<number | undefined> {
    const times = await Promise.all(names.map((name) => this.#workAt(name, firstDue)));
    const moments = times.flatMap((time) => time ?? []);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  async #workAt(name: ScheduleName, firstDue: FirstDue): Promise<number | undefined> {
    const now = this.#options.now();
    const nextAt = this.#isDue(name) ? now : (this.#nextAt.get(name) ?? 0);
    const { list }: Schedule = schedules[name];
    const { at = 0 } = this.#lastRun.get(name) ?? {};
    // A run after the present was made before the clock was moved back.
    const ranAt = at > now ? 0 : at;
    // A schedule without a list only compares data, so a clock that skips days stops for it once a day.
    const due = list ? await firstDue(list) : Math.max(nextAt, nextDay(ranAt));
    if (due === undefined) return undefined;
    // Items that a run could not complete are tried again, but not at each run.
    return ranAt >= due ? Math.max(nextAt, ranAt + HOUR) : Math.max(due, nextAt);
  }

  /** A next run that is further away than the interval was set before the clock was moved back. */
  #isDue(name: ScheduleName): boolean {
    const until = (this.#nextAt.get(name) ?? 0) - this.#options.now();
    return until <= 0 || until > schedules[name].everyMinutes * MINUTE;
  }

  /** Runs a job now. Returns what its function returned; throws what it threw. */
  async run(name: ScheduleName): Promise<unknown> {
    const at = this.#options.now();
    this.#nextAt.set(name, nextRunAfter(schedules[name], at));
    try {
      const answer = await this.#options.call(name, scheduledEvent(name, at));
      this.#lastRun.set(name, { at });
      return answer;
    } catch (fault) {
      this.#lastRun.set(name, { at, fault: (fault as Error).message.split('\n')[0] ?? '' });
      throw fault;
    }
  }

  states(): ScheduleState[] {
    return names.map((name) => {
      const last = this.#lastRun.get(name);
      return {
        name,
        everyMinutes: schedules[name].everyMinutes,
        nextRunAt: new Date(this.#nextAt.get(name) ?? 0).toISOString(),
        ...(last && { lastRunAt: new Date(last.at).toISOString() }),
        ...(last?.fault && { lastFault: last.fault }),
      };
    });
  }
}

/** The first midnight (UTC) after this time. */
const nextDay = (at: number): number => (Math.floor(at / DAY) + 1) * DAY;

/** The next run after this time: by the interval or on the day of the month, whichever is sooner. */
function nextRunAfter({ everyMinutes, monthly }: Schedule, at: number): number {
  const every = everyMinutes * MINUTE;
  const paced = (Math.floor(at / every) + 1) * every;
  if (!monthly) return paced;
  const date = new Date(at);
  const inMonth = (month: number) =>
    Date.UTC(date.getUTCFullYear(), month, monthly.day, monthly.hour);
  const [here, next] = [inMonth(date.getUTCMonth()), inMonth(date.getUTCMonth() + 1)];
  return Math.min(paced, here > at ? here : next);
}

function scheduledEvent(name: ScheduleName, at: number) {
  return {
    version: '0',
    id: `${name}-${at}`,
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: '000000000000',
    region: 'us-east-1',
    time: new Date(at).toISOString(),
    resources: [],
    detail: {},
  };
}
