import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { costSection, withCosts } from './sentences.ts';

/* `npm run costs`: prints what conversations and a stage cost. `-- --write` puts it into docs/operations.md. */

const HANDBOOK = join(import.meta.dirname, '../../docs/operations.md');
const { write } = parseArgs({ options: { write: { type: 'boolean', default: false } } }).values;
console.log(costSection());
if (write) writeFileSync(HANDBOOK, withCosts(readFileSync(HANDBOOK, 'utf8')));
