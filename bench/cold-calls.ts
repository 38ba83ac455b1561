import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { call, lambdaContext } from '#test/support/call.ts';
import type { World } from '#test/support/world.ts';
import { operationList, usualCall } from '#test/usual-calls/usual-calls.ts';
import { makeCertificate } from './certificate.ts';
import { HttpsTape } from './https-tape.ts';

/*
 * The processor time of a cold start: a fresh process loads a function and answers its first call. It calls AWS and Stripe over
 * HTTPS. The emulators answer the first of these calls, and a recording of their answers all others, so that each process does
 * the same. Processes of all functions take turns, and the least time counts: others on the machine can only add to it.
 */

/** A function to measure: its bundle, and an operation whose usual call it answers. */
export type ColdFunction = { readonly name: string; readonly file: string };

/** Processor time in milliseconds. */
export type ColdTimes = {
  readonly importMilliseconds: number;
  /** Import and first call together. */
  readonly coldMilliseconds: number;
};

type Measured = { readonly loaded: number; readonly whole: number; readonly status: number };

/** The variables with addresses of AWS and Stripe. */
const ADDRESSES =
  /^(AWS_ENDPOINT_URL_(DYNAMODB|S3|SNS|SESV2|EVENTBRIDGE|SECRETS_MANAGER)|LIVE_HTTP_URL|STRIPE_API_BASE)$/;

const run = promisify(execFile);

/** Measures functions on a Node.js. `folder`: for the certificate. The first function is the plain handler. */
export async function coldTimes(
  world: World,
  { node, folder, rounds }: { node: string; folder: string; rounds: number },
  plain: ColdFunction,
  operations: readonly ColdFunction[],
): Promise<Record<string, ColdTimes>> {
  const certificate = makeCertificate();
  const authority = join(folder, 'certificate.pem');
  writeFileSync(authority, certificate.cert);
  const calls: (ColdFunction & { readonly call: object })[] = [
    { ...plain, call: { event: { pk: 'NONE', sk: 'NONE' }, context: {} } },
  ];
  for (const one of operations) calls.push({ ...one, call: await usualEvent(world, one.name) });

  const measured: { name: string; tapes: HttpsTape[]; measure: () => Promise<Measured> }[] = [];
  for (const { name, file, call } of calls) {
    const { tapes, addresses } = await startTapes(certificate);
    const env = { ...process.env, ...addresses, NODE_EXTRA_CA_CERTS: authority };
    const script = join(import.meta.dirname, 'cold-call.cjs');
    measured.push({
      name,
      tapes,
      measure: async () => {
        const { stdout } = await run(node, [script, file, JSON.stringify(call)], { env });
        const result: Measured = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
        if (result.status !== 200) throw new Error(`${name} answered ${result.status}: ${stdout}`);
        return result;
      },
    });
  }

  const results = new Map<string, Measured[]>(measured.map(({ name }) => [name, []]));
  for (const { tapes, measure } of measured) {
    for (const tape of tapes) tape.record();
    await measure();
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { name, tapes, measure } of measured) {
      for (const tape of tapes) tape.rewind();
      results.get(name)?.push(await measure());
    }
  for (const { tapes } of measured) for (const tape of tapes) tape.stop();
  return Object.fromEntries([...results].map(([name, times]) => [name, leastOf(times)]));
}

const leastOf = (times: readonly Measured[]): ColdTimes => ({
  importMilliseconds: tenths(Math.min(...times.map(({ loaded }) => loaded))),
  coldMilliseconds: tenths(Math.min(...times.map(({ whole }) => whole))),
});

const tenths = (value: number) => Math.round(value * 10) / 10;

/** Starts a tape before each service, and returns them with the variables that lead to them. */
async function startTapes(certificate: ReturnType<typeof makeCertificate>) {
  const tapes: HttpsTape[] = [];
  const addresses: Record<string, string> = {};
  for (const [name, address = ''] of Object.entries(process.env)) {
    if (!ADDRESSES.test(name)) continue;
    const tape = await HttpsTape.start(address, certificate);
    tapes.push(tape);
    addresses[name] = tape.url;
  }
  return { tapes, addresses };
}

/** Prepares the usual call of an operation, and returns the event that API Gateway makes of it. */
async function usualEvent(world: World, name: string) {
  const operation = operationList().find(({ definition }) => definition.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  const { input, options } = await usualCall(world, operation.area, operation.definition);
  let sent: object = {};
  const seen = async (event: APIGatewayProxyEventV2) => {
    sent = event;
    return { statusCode: 200, headers: {}, body: '{}' };
  };
  await call(seen, input, options);
  return { event: sent, context: { ...lambdaContext() } };
}
