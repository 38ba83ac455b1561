import './environment.ts';
import { readOptions } from '#lib/operator/command.ts';
import { allowEverything } from './role-guard.ts';
import { closeRunner, openRunner } from './runner.ts';
import { runSweep, SWEEPS } from './sweeps.ts';

/* `npm run simulate:sweeps`: the command line of the sweeps. */

const USAGE = `npm run simulate:sweeps [-- <schedule>]

Runs every sweep with 51, 500 and 5,000 due items, without and with failing ones, and prints each outcome. A schedule, or
a part of its name, runs only its sweeps.`;

const { positionals } = readOptions(USAGE, { allowPositionals: true });
const [counts = '51', wanted = ''] = positionals;
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
