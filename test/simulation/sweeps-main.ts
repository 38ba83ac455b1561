import './environment.ts';
import { allowEverything } from './role-guard.ts';
import { closeRunner, openRunner } from './runner.ts';
import { runSweep, SWEEPS } from './sweeps.ts';

/*
 * Runs every sweep with these numbers of due items, without and with failing ones, and prints each outcome:
 * LOG_LEVEL=SILENT node --import tsx test/simulation/sweeps-main.ts 51,500,5000 [a schedule]
 */

const [counts = '51', wanted = ''] = process.argv.slice(2);
allowEverything();
const engine = await openRunner('model');
for (const sweep of SWEEPS.filter(({ schedule }) => schedule.includes(wanted)))
  for (const count of counts.split(',').map(Number))
    for (const withFailures of [false, true]) {
      const outcome = await runSweep(engine, sweep, count, withFailures);
      const { name, schedule } = sweep;
      const line = { name, schedule, count, withFailures, ...outcome };
      process.stdout.write(`sweep ${JSON.stringify(line)}\n`);
    }
await closeRunner();
