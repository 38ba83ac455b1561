import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { ACCOUNT_EVENTS, CONNECTED_EVENTS } from '../../shared/webhook-events.ts';
import { CliError } from '../cli-error.ts';
import { readStored, type SecretName, storeSecrets } from './stage-secrets.ts';

/*
 * The two endpoints by which Stripe tells a stage what happens: of its own account, and of the connected accounts of
 * people who are paid. Which is which is in their metadata, because Stripe does not say whose events one gets.
 */

export type Enabled = Stripe.WebhookEndpointCreateParams.EnabledEvent;

type Kind = {
  readonly name: 'account' | 'connected';
  readonly of: string;
  readonly events: readonly Enabled[];
  readonly connect: boolean;
  /** Where its signing secret is stored. */
  readonly secret: SecretName;
};

const KINDS: readonly Kind[] = [
  {
    name: 'account',
    of: 'this account',
    events: ACCOUNT_EVENTS,
    connect: false,
    secret: 'stripeWebhookSecret',
  },
  {
    name: 'connected',
    of: 'connected accounts',
    events: CONNECTED_EVENTS,
    connect: true,
    secret: 'stripeConnectWebhookSecret',
  },
];

/** In an endpoint's metadata: of which kind it is, of which stage, and the end of a hash of the secret it was made with. */
const MARK = { kind: 'replypaid', stage: 'replypaid_stage' } as const;
/** The only moment at which Stripe tells a secret is when the endpoint is made, so which one we hold is remembered. */
const STORED = 'replypaid_stored';

export type Settling = {
  readonly stripe: Stripe;
  readonly stage: string;
  /** `https://…/webhooks/stripe`. */
  readonly url: string;
};

/**
 * Brings both endpoints to what the code listens to, and their signing secrets into the stage's secret; gives a sentence
 * for each thing done. One that is right stays as it is. One whose secret we do not have, or whose version of Stripe's
 * API is another, is replaced without a gap: the new one is made and its secret stored before the old one goes, and an
 * event that comes by both is applied once. May be broken off and run again at any point.
 */
export async function settleEndpoints(settling: Settling): Promise<string[]> {
  const { stripe, url, stage } = settling;
  const all: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) all.push(endpoint);
  const ours = all.filter(({ metadata }) => metadata[MARK.stage] === stage);
  const said: string[] = [];
  for (const kind of KINDS) {
    const mine = ours.filter(({ metadata }) => metadata[MARK.kind] === kind.name);
    said.push(...(await settleKind(settling, kind, mine)));
  }
  const strangers = all.filter((one) => one.url === url && !ours.includes(one));
  return [
    ...said,
    ...strangers.map(
      ({ id }) =>
        `${id} sends to the same address and was made by hand: nothing of it is believed. Delete it at Stripe.`,
    ),
  ];
}

async function settleKind(
  { stripe, stage, url }: Settling,
  kind: Kind,
  existing: readonly Stripe.WebhookEndpoint[],
): Promise<string[]> {
  const stored = (await readStored())[kind.secret];
  const kept = existing.find(
    ({ api_version: version, metadata }) =>
      stored && metadata[STORED] === markOf(stored) && version === Stripe.API_VERSION,
  );
  const others = existing.filter((one) => one !== kept);
  const done = kept
    ? await mend(stripe, kind, kept, url)
    : await make({ stripe, stage, url }, kind);
  const removed: string[] = [];
  for (const { id } of others) {
    await stripe.webhookEndpoints.del(id);
    removed.push(`Removed ${id}, which it replaces.`);
  }
  return [...done, ...removed];
}

async function make({ stripe, stage, url }: Settling, kind: Kind): Promise<string[]> {
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...kind.events],
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
    connect: kind.connect,
    description: `ReplyPaid ${stage}: events of ${kind.of}`,
    metadata: { [MARK.kind]: kind.name, [MARK.stage]: stage },
  });
  if (!made.secret) throw new CliError(`Stripe made ${made.id} and did not tell its secret.`);
  await storeSecrets({ [kind.secret]: made.secret });
  // Only now: one without this mark is replaced by the next run.
  await stripe.webhookEndpoints.update(made.id, { metadata: { [STORED]: markOf(made.secret) } });
  return [
    `Made ${made.id} for ${kind.events.length} events of ${kind.of}; its secret is stored as ${kind.secret}.`,
  ];
}

async function mend(
  stripe: Stripe,
  kind: Kind,
  endpoint: Stripe.WebhookEndpoint,
  url: string,
): Promise<string[]> {
  const missing = kind.events.filter((event) => !endpoint.enabled_events.includes(event));
  const needless = endpoint.enabled_events.filter((event) => !isListenedTo(kind, event));
  const changes = {
    ...((missing.length > 0 || needless.length > 0) && { enabled_events: [...kind.events] }),
    ...(endpoint.url !== url && { url }),
    ...(endpoint.status !== 'enabled' && { disabled: false }),
  };
  if (Object.keys(changes).length === 0)
    return [`${endpoint.id} is right for ${kind.of}: left as it is.`];
  await stripe.webhookEndpoints.update(endpoint.id, changes);
  const what = [
    ...missing.map((event) => `+${event}`),
    ...needless.map((event) => `-${event}`),
    ...('url' in changes ? [`sends to ${url}`] : []),
    ...('disabled' in changes ? ['switched on again'] : []),
  ];
  return [`Changed ${endpoint.id} for ${kind.of}: ${what.join(', ')}.`];
}

/** Tells which secret it was without telling the secret: 64 bits of its hash. */
const markOf = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 16);

const isListenedTo = ({ events }: Kind, event: string) =>
  (events as readonly string[]).includes(event);
