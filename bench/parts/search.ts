import { handler as searchUsers } from '#functions/search/searchUsers.ts';
import { MINUTE } from '#shared/time.ts';
import { call } from '#test/support/call.ts';
import { newPerson, signedIn } from '#test/support/people.ts';
import { endStream, plantPeople } from '#test/support/plant-people.ts';
import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld } from '#test/support/world.ts';
import { figureOf } from '../figure.ts';

/*
 * Measures the cost of the people search as the number of users grows. Arguments: the initial number, then larger
 * ones. Only users who match the first four letters of a measured text are stored, because a search reads no other
 * index entries. The number of index entries is computed for all users. Prints JSON.
 */

/** About one user in five is named Maria; a few others also match these letters. */
const COMMON = 'mari';
const RARE = 'zsuzsa';
const NONE = 'marizzz';
const RARE_PEOPLE = 3;
const DEEP = 5;

await startEngine();
const world = await startWorld();
await endStream();
const { user } = await newPerson(world);
let token = '';

async function page(input: Readonly<Record<string, unknown>>) {
  const { http, body } = await call(searchUsers, input, { token });
  if (http !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Returns the cursor of a page by loading the pages before it. */
async function cursorAfter(searchText: string, pages: number): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let nth = 0; nth < pages; nth += 1) ({ cursor } = await page({ searchText, cursor }));
  return cursor;
}

async function figures(people: number, all: { entries: number; bytes: number }) {
  // The measured calls count toward the rate limit on searches, so each size starts in a new window.
  world.advance(10 * MINUTE);
  ({ token } = await signedIn(user, world.now()));
  const cursor = await cursorAfter(COMMON, DEEP);
  const rare = await figureOf(() => page({ searchText: RARE }));
  const noMatch = await figureOf(() => page({ searchText: NONE }));
  const commonFirst = await figureOf(() => page({ searchText: COMMON }));
  const commonPage6 = await figureOf(() => page({ searchText: COMMON, cursor }));
  const commonSkip100 = await figureOf(() => page({ searchText: COMMON, skip: 20 * DEEP }));
  return {
    entriesPerPerson: Math.round((10 * all.entries) / people) / 10,
    bytesPerEntry: Math.round(all.bytes / all.entries),
    rare,
    noMatch,
    commonFirst,
    commonPage6,
    commonSkip100,
  };
}

const results: Record<string, unknown> = {};
let planted = 0;
const all = { entries: 0, bytes: 0 };
await plantPeople({
  from: 10_000_000,
  to: 10_000_000 + RARE_PEOPLE,
  named: (nth) => ({ username: `zs.${nth}`, fullName: 'Zsuzsa Quill' }),
});
for (const size of process.argv.slice(2).map(Number)) {
  const more = await plantPeople({ from: planted, to: size, only: [COMMON, RARE.slice(0, 4)] });
  all.entries += more.entries;
  all.bytes += more.bytes;
  planted = size;
  results[size] = await figures(size, all);
}
process.stdout.write(JSON.stringify(results));
await world.stop();
await stopEngine();
process.exit(0);
