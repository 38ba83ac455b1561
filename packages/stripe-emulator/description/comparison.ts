import { routes } from '../src/api.ts';
import { type OpenApiDocument, StripeDescription } from './description.ts';
import { Findings } from './findings.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { type Exchange, sendSampleRequests } from './sample-requests.ts';

export type { OpenApiDocument } from './description.ts';
export type { Exchange } from './sample-requests.ts';

/** A comparison of the emulator with Stripe's description. */
export type Comparison = {
  /** Compares a request to the emulator and its response. */
  readonly add: (exchange: Exchange) => void;
  /** Prints each unknown difference with its number; returns whether there is none. */
  readonly report: (print: (line: string) => void) => boolean;
};

/** Begins a comparison with a sample request to every route. */
export async function beginComparison(document: OpenApiDocument): Promise<Comparison> {
  const findings = new Findings(new StripeDescription(document), routes);
  const add = (exchange: Exchange) => findings.add(exchange);
  await sendSampleRequests(add);
  const unused = findings.unusedRoutes();
  return { add, report: (print) => report(findings, unused, print) };
}

function report(
  { differences, exchanges }: Findings,
  unused: readonly string[],
  print: (line: string) => void,
): boolean {
  const unknown = [...differences].filter(
    ([difference]) => !KNOWN_DIFFERENCES.some((known) => known.test(difference)),
  );
  for (const [difference, count] of unknown.sort(([, one], [, other]) => other - one))
    print(`${String(count).padStart(6)}  ${difference}`);
  for (const route of unused) print(`no accepted request: ${route}`);
  print(
    `${exchanges} exchanges, ${unknown.length} differences, ${differences.size - unknown.length} known ones (packages/stripe-emulator/README.md).`,
  );
  return unknown.length === 0 && unused.length === 0;
}
