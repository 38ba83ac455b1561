import '#test/simulation/environment.ts';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { routes } from '#lib/stripe-emulator/api.ts';
import { apiVersion } from '#lib/stripe-emulator/index.ts';
import { runHistory } from '#test/simulation/history.ts';
import { InProcessStripe } from '#test/simulation/in-process-stripe.ts';
import { closeRunner, openRunner } from '#test/simulation/runner.ts';
import { type OpenApiDocument, StripeDescription } from './description.ts';
import { Findings } from './findings.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { sendSampleRequests } from './sample-requests.ts';

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
  const description = new StripeDescription(read(spec));
  console.log(`The description is of ${description.version}, the emulator of ${apiVersion}.`);
  const findings = new Findings(description, routes);
  await sendSampleRequests((exchange) => findings.add(exchange));
  const unused = findings.unusedRoutes();
  InProcessStripe.observe = (exchange) => findings.add(exchange);
  const engine = await openRunner('model');
  for (let seed = 1; seed <= Number(histories); seed += 1) await runHistory(seed, engine);
  await closeRunner();
  report(findings, unused);
});

function read(path: string): OpenApiDocument {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument;
  } catch (fault) {
    throw new CliError(`${path} is not a JSON file that can be read: ${(fault as Error).message}`);
  }
}

function report({ differences, exchanges }: Findings, unused: readonly string[]): void {
  const unknown = [...differences].filter(
    ([difference]) => !KNOWN_DIFFERENCES.some((known) => known.test(difference)),
  );
  for (const [difference, count] of unknown.sort(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(6)}  ${difference}`);
  for (const route of unused) console.log(`no accepted request: ${route}`);
  console.log(
    `${exchanges} exchanges, ${unknown.length} differences, ${differences.size - unknown.length} known ones (lib/stripe-emulator/README.md).`,
  );
  if (unknown.length > 0 || unused.length > 0)
    throw new CliError('The emulator differs from the description.');
}
