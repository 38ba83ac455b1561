import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../lib/local/builds.ts';
import { Shutdown } from '../../lib/local/shutdown.ts';
import { functionWeights } from '../function-bytes.ts';
import { importTimes } from '../imports.ts';
import { routeWeights } from '../route-bytes.ts';

/* Measures the size and load time of each function in a fresh process, and the size of each screen. Prints JSON. */

const directory = mkdtempSync(join(tmpdir(), 'replypaid-imports-'));
const times = await importTimes(directory);
rmSync(directory, { recursive: true, force: true });
const functions = Object.entries(await functionWeights()).map(([name, { bytes }]) => [
  name,
  { bytes, importMilliseconds: times[name] },
]);
const routes = Object.entries(routeWeights(await buildWeb(new Shutdown()))).map(
  ([name, { bytes }]) => [name, { gzippedBytes: bytes }],
);
process.stdout.write(
  JSON.stringify({ functions: Object.fromEntries(functions), routes: Object.fromEntries(routes) }),
);
