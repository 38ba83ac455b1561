/*
 * Counts a run of Jest for .ci/run. `node .ci/count-tests.js failed run.json` prints the files that failed, one a line;
 * `node .ci/count-tests.js counts run.json [again.json]` prints how many tests passed and failed, where the files of the second run
 * count as they ended there.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [command, ...reports] = process.argv.slice(2);
const files = new Map();
for (const report of reports)
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults)
    files.set(relative('.', file.name), file);

const failing = [...files].filter(([, { status }]) => status === 'failed');

const counted = (status) =>
  [...files.values()]
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === status);
/** Files that failed without a failed test, as one that does not load. */
const broken = failing.filter(([, file]) =>
  file.assertionResults.every(({ status }) => status !== 'failed'),
);

if (command === 'failed') for (const [name] of failing) console.log(name);
else console.log(counted('passed').length, counted('failed').length + broken.length);
