import './environment.ts';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { apiVersion } from '@replypaid/stripe-emulator';
import { beginComparison, type OpenApiDocument } from '@replypaid/stripe-emulator/description';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { runHistory } from './history.ts';
import { InProcessStripe } from './in-process-stripe.ts';
import { closeRunner, openRunner } from './runner.ts';

/* `npm run stripe:check`: compares the Stripe emulator with Stripe's published description. */

const USAGE = `npm run stripe:check -- --spec <path> [--histories 40]

Compares every response and event of the Stripe emulator, and every request that the product makes in so many random
histories, with Stripe's OpenAPI description: the JSON file of https://github.com/stripe/openapi that describes the
emulator's version of the API (${apiVersion}). Exits with 1 if there is a difference that is not listed.`;

const options = {
  spec: { type: 'string' },
  histories: { type: 'string', default: '40' },
} as const;

await runCommand(USAGE, async () => {
  const { spec, histories } = parseArgs({ options }).values;
  if (!spec) throw new CliError('Name the description: npm run stripe:check -- --spec spec3.json');
  const document = read(spec);
  console.log(`The description is of ${document.info.version}, the emulator of ${apiVersion}.`);
  const comparison = await beginComparison(document);
  InProcessStripe.observe = comparison.add;
  const engine = await openRunner('model');
  for (let seed = 1; seed <= Number(histories); seed += 1) await runHistory(seed, engine);
  await closeRunner();
  if (!comparison.report(console.log))
    throw new CliError('The emulator differs from the description.');
});

function read(path: string): OpenApiDocument {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument;
  } catch (fault) {
    throw new CliError(`${path} is not a JSON file that can be read: ${(fault as Error).message}`);
  }
}
