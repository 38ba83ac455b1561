import { Bus } from './bus.ts';
import type { Clock } from './clock.ts';

type TextMessage = { readonly to: string; readonly body: string };

import { Provider } from './provider.ts';
import { Witness } from './witness.ts';

/** All that is there in one history beside the table: made new for each, so that none knows of another. */
export class World {
  readonly provider: Provider;
  readonly witness = new Witness();
  readonly bus = new Bus();
  readonly texts: TextMessage[] = [];
  /** Runs of the schedules that nothing disturbed and that had time enough. */
  readonly runs: { readonly name: string; readonly at: number }[] = [];
  /** How many facts of the table's stream were handed on to the bus. */
  published = 0;

  constructor(readonly clock: Clock) {
    this.provider = new Provider(clock);
  }
}
