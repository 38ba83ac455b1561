import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { functionSources } from '../../lib/bundle.ts';
import { sharedAmongAlike } from '../../lib/grants/alike.ts';
import {
  type Grants,
  grantsOf,
  notGranted,
  notUsed,
  readGrants,
  SEEN_FILE,
  type Seen,
  type SeenRun,
} from '../../lib/grants/grants.ts';

/* The second half of grants-reporter.js, which Jest loads without TypeScript. */

const { values, positionals } = parseArgs({
  options: { whole: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [folder = ''] = positionals;

const seen = sharedAmongAlike(
  grantsOf(
    readdirSync(folder).flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Seen),
    ),
  ),
);
mkdirSync(dirname(SEEN_FILE), { recursive: true });
writeFileSync(SEEN_FILE, JSON.stringify({ whole: values.whole, seen } satisfies SeenRun));

/**
 * Some ways are only taken when two calls meet in one moment, and not in every run. What a run missed is said; more than
 * this many missed is no chance.
 */
const MOST_MISSED = 3;

const grants = readGrants();
const beyond = notGranted(values.whole ? seen : known(seen), grants);
const missed = values.whole ? notUsed(seen, grants) : [];
const strangers = values.whole ? neverCalled() : [];
for (const sentence of [...beyond, ...strangers, ...missed]) console.log(sentence);
if (beyond.length + strangers.length > 0 || missed.length > MOST_MISSED) {
  console.log(
    'If that is meant: npm run grants, and read the difference of lib/grants/grants.json.',
  );
  process.exitCode = 1;
}

/** Of a part of the tests alone: a function that is new is settled with its first whole run. */
function known(all: Grants): Grants {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in grants));
}

function neverCalled(): readonly string[] {
  return functionSources()
    .filter(({ name }) => !(name in seen))
    .map(({ name }) => `${name} is called by no test: write one in test/functions.`);
}
