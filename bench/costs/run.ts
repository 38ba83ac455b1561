import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../lib/operator/command.ts';
import { costSection, withCosts } from './sentences.ts';

/* What conversations and a stage cost, for the terminal and for the handbook. */

const HANDBOOK = join(import.meta.dirname, '../../docs/operations.md');

const USAGE = `npm run costs [-- --write]

Prints what conversations and a stage cost; with --write it also puts it into docs/operations.md.`;

await runCommand(USAGE, () => {
  const { write } = parseArgs({ options: { write: { type: 'boolean', default: false } } }).values;
  console.log(costSection());
  if (write) writeFileSync(HANDBOOK, withCosts(readFileSync(HANDBOOK, 'utf8')));
});
