import { settleGrants } from '../lib/grants/settle.ts';
import { runCommand } from '../lib/operator/command.ts';

/*
 * `npm run grants`: after `npm test`, grants each function what it was seen to do; after a part of the tests it only adds.
 * What changes is the difference of lib/grants/grants.json, to be read like any other change of code.
 */

const USAGE = `npm run grants

Grants each function what it was seen to do while the tests ran for the last time: lib/grants/grants.json.`;

await runCommand(USAGE, () => {
  const changes = settleGrants();
  for (const change of changes) console.log(change);
  console.log(`${changes.length} changes.`);
});
