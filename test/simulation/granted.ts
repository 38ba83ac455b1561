import { ofTable, type TableRequest } from '../../lib/grants/asked.ts';
import grants from '../../lib/grants/grants.json' with { type: 'json' };
import { areas } from '../../shared/api/index.ts';

/*
 * What a function asks of the table here it must be granted where it is deployed, on the rarest way through it too: a
 * process that asks for more is told so, as IAM would, and its history fails.
 */

const GRANTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = grants;
const BUNDLES = new Map(
  Object.entries(areas).flatMap(([area, operations]) =>
    Object.keys(operations).map((name): [string, string] => [name, `${area}/${name}`]),
  ),
);

/** Throws where the function behind a process is not granted what it asks. `process`: what stage.ts calls it. */
export function holdGranted(process: string | undefined, operation: string, input: object): void {
  const name = process === undefined ? undefined : bundleOf(process);
  const granted = name === undefined ? undefined : GRANTS[name];
  if (!granted) return;
  for (const { action, of } of ofTable(operation, input as TableRequest))
    if (!granted[action]?.includes(of))
      throw new Error(`${name} used ${action} under ${of} and may not (lib/grants/grants.json)`);
}

const known = new Map<string, string | undefined>();

function bundleOf(process: string): string | undefined {
  const [first = '', second = '', third = ''] = process.split(' ');
  const words = `${first} ${second} ${third === 'of' ? third : ''}`;
  if (!known.has(words)) known.set(words, named(first, second, third));
  return known.get(words);
}

function named(first: string, second: string, third: string): string | undefined {
  if (first === 'schedule') return `jobs/${second}`;
  if (first === 'webhook') return 'webhooks/stripe';
  if (second === 'hears' && third === 'of') return `events/${first}`;
  return BUNDLES.get(second);
}
