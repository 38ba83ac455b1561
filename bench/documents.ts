import { withCosts } from './costs/sentences.ts';
import type { Cost } from './meter.ts';
import { type Line, OPERATION_COSTS } from './operation-costs.ts';

/**
 * The documents that contain figures from the code, each with the function that updates them; `npm run accept` runs
 * these.
 */
export const DOCUMENTS: Readonly<Record<string, (document: string) => string>> = {
  'docs/operations.md': withCosts,
  'docs/performance.md': withOperationCosts,
};

const cell = ({ calls, reads, writes }: Cost) => `${calls} · ${reads} · ${writes}`;

/** Writes the cost of each operation into its table row, and the number of operations that have the minimum cost. */
function withOperationCosts(document: string): string {
  const lines: Readonly<Record<string, Line>> = OPERATION_COSTS;
  const all = Object.values(lines);
  const atTheLeast = all.filter(({ least }) => !least).length;
  return document
    .replace(/^(\| (\w+)(?:, [^|]+)?) \| [\d. ·]+ \| [\d. ·]+ \|$/gm, (row, before, name) => {
      const line = lines[name];
      if (!line) throw new Error(`There is no operation ${name}: ${row}`);
      return `${before} | ${cell(line.cost)} | ${cell(line.least ?? line.cost)} |`;
    })
    .replace(
      /\d+ of \d+ lines are at the least/,
      `${atTheLeast} of ${all.length} lines are at the least`,
    );
}
