import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../lib/bundle.ts';
import { buildWeb } from '../../lib/local/builds.ts';
import { Shutdown } from '../../lib/local/shutdown.ts';
import { bundlePlainHandler } from '../function-bytes.ts';
import { importTimes } from '../imports.ts';
import { routeWeights } from '../route-bytes.ts';

/* Measures the size and load time of each function in a fresh process, and the size of each screen. A plain handler with the AWS
 * SDK, bundled with the same settings, is measured in the same run. Prints JSON. */

const directory = mkdtempSync(join(tmpdir(), 'replypaid-imports-'));
const plain = await bundlePlainHandler(join(directory, 'plain'));
const bundle = await bundleFunctions({ directory: join(directory, 'all') });
const times = importTimes(plain, bundle.functions);
rmSync(directory, { recursive: true, force: true });
const ratio = (one: number, other: number) => Math.round((one / other) * 100) / 100;
const functions = bundle.functions.map(({ name, bytes }) => {
  const milliseconds = times.functions[name] ?? 0;
  return [
    name,
    {
      bytes,
      importMilliseconds: milliseconds,
      bytesToPlain: ratio(bytes, plain.bytes),
      importToPlain: ratio(milliseconds, times.plain),
    },
  ];
});
const routes = Object.entries(routeWeights(await buildWeb(new Shutdown()))).map(
  ([name, { bytes }]) => [name, { gzippedBytes: bytes }],
);
process.stdout.write(
  JSON.stringify({
    plain: { bytes: plain.bytes, importMilliseconds: times.plain },
    functions: Object.fromEntries(functions),
    routes: Object.fromEntries(routes),
  }),
);
