import { execFileSync } from 'node:child_process';

/** The version of Node.js that Lambda runs, as .nvmrc and the stacks have it. */
export const LAMBDA_NODE = 24;

/** Returns the path of the Node.js that Lambda runs: this one, or that of the npm package `node`, which npm keeps in its cache. */
export function lambdaNode(): string {
  if (process.version.startsWith(`v${LAMBDA_NODE}.`)) return process.execPath;
  const printed = execFileSync(
    'npm',
    ['exec', '--yes', `--package=node@${LAMBDA_NODE}`, '--', 'node', '-p', 'process.execPath'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return printed.trim().split('\n').at(-1) ?? '';
}
