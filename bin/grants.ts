import { settleGrants } from '../lib/grants/settle.ts';
import { runCommand } from '../lib/operator/command.ts';

/*
 * `npm run grants`: after `npx jest --selectProjects functions`, grants each function what it was seen to do. What
 * changes is the difference of lib/grants/grants.json, to be read like any other change of code.
 */

await runCommand(() => {
  const changes = settleGrants();
  for (const change of changes) console.log(change);
  console.log(`${changes.length} changes.`);
});
