import type { ScheduleName } from '#shared/api/schedules.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { clock, type Simulation } from './simulation.ts';

/** Long enough for interrupted work, for banks' confirmations and for several postponed retries. */
const LONG_PAUSES = [0, 3 * MINUTE, 35 * MINUTE, 2 * HOUR, 2 * HOUR];
/** Long enough if nothing has crashed since the last recovery. */
const SHORT_PAUSES = [0, 3 * MINUTE];

/** The log entry before a recovery. */
export const RECOVERY = 'recovery without faults';

/** Runs everything without faults until nothing is due and nothing is pending. `others` are schedules that move no money. */
export async function recover(
  simulation: Simulation,
  pauses: 'long' | 'short' = 'long',
  others: readonly ScheduleName[] = [],
): Promise<void> {
  const { driver } = simulation;
  driver.log(RECOVERY);
  driver.chooseFault = () => 'none';
  simulation.timeLeft = () => 30_000;
  await driver.finishAll();
  for (const pause of pauses === 'long' ? LONG_PAUSES : SHORT_PAUSES) {
    simulation.advanceTo(clock.now() + pause);
    await simulation.deliverAll();
    await simulation.runMoneyJobs();
    await simulation.deliverAll();
  }
  await simulation.runJobs(...others);
  await simulation.deliverAll();
  // After a long recovery a crash run is at its end, where every invariant is checked anyway.
  if (pauses === 'short') await simulation.checkInvariants('settled');
}
