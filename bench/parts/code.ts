import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { routeWeights } from '../route-bytes.ts';

/* Measures the size of each screen. Prints JSON. */

const routes = Object.entries(routeWeights(await buildWeb(new Shutdown()))).map(
  ([name, { bytes }]) => [name, { gzippedBytes: bytes }],
);
process.stdout.write(JSON.stringify({ routes: Object.fromEntries(routes) }));
