import { parseArgs } from 'node:util';
import { settleGrants } from '../lib/grants/settle.ts';
import { runCommand } from '../lib/operator/command.ts';

/*
 * `npm run grants`: after tests ran, grants each function what it was seen to do. What changes is the difference of
 * lib/grants/grants.json, to be read like any other change of code.
 */

const USAGE = `npm run grants [-- --exactly]

Grants each function what it was seen to do while tests ran for the last time: lib/grants/grants.json.
--exactly takes away what was not seen, after npm test. Read each: some ways are taken only when two calls meet.`;

const options = { exactly: { type: 'boolean', default: false } } as const;

await runCommand(USAGE, () => {
  const changes = settleGrants(parseArgs({ options }).values.exactly);
  for (const change of changes) console.log(change);
  console.log(`${changes.length} changes.`);
});
