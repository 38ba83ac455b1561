import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { ACCOUNT_EVENTS, CONNECTED_EVENTS } from '#shared/webhook-events.ts';
import { CliError } from '../cli-error.ts';
import { readStageSecrets, type SecretName, storeSecrets } from './stage-secrets.ts';

/*
 * The two Stripe webhook endpoints of a stage: one for events of its own account, one for events of connected accounts.
 * Their metadata says which is which, because Stripe's API does not return whether an endpoint was created with `connect`.
 */

type Enabled = Stripe.WebhookEndpointCreateParams.EnabledEvent;

type Kind = {
  readonly name: 'account' | 'connected';
  readonly of: string;
  readonly events: readonly Enabled[];
  readonly connect: boolean;
  /** The name of the secret that holds its signing secret. */
  readonly secret: SecretName;
};

export const KINDS: readonly Kind[] = [
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

/** The metadata keys for the kind and the stage of an endpoint. */
export const METADATA = { kind: 'replypaid', stage: 'replypaid_stage' } as const;
/** The metadata key for a hash of the signing secret. Stripe returns the secret only on creation, so this tells whether ours matches. */
const SECRET_HASH = 'replypaid_stored';

export type EndpointContext = {
  readonly stripe: Stripe;
  readonly stage: string;
  /** `https://…/webhooks/stripe`. */
  readonly url: string;
};

/**
 * Creates or updates both endpoints to send the events that the code handles, and stores their signing secrets. Returns a
 * sentence for each change. An endpoint whose secret we do not have, or with another API version, is replaced without a
 * gap: the new one is created and its secret stored before the old one is deleted. An event that arrives from both is
 * applied once. Safe to interrupt and run again.
 */
export async function syncEndpoints(context: EndpointContext): Promise<string[]> {
  const { stripe, url, stage } = context;
  const all: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) all.push(endpoint);
  const ours = all.filter(({ metadata }) => metadata[METADATA.stage] === stage);
  const report: string[] = [];
  for (const kind of KINDS) {
    const mine = ours.filter(({ metadata }) => metadata[METADATA.kind] === kind.name);
    report.push(...(await syncKind(context, kind, mine)));
  }
  const unmanaged = all.filter((one) => one.url === url && !ours.includes(one));
  return [
    ...report,
    ...unmanaged.map(
      ({ id }) =>
        `${id} sends to the same URL but was not created by this command, so its events are rejected. Delete it at Stripe.`,
    ),
  ];
}

async function syncKind(
  { stripe, stage, url }: EndpointContext,
  kind: Kind,
  existing: readonly Stripe.WebhookEndpoint[],
): Promise<string[]> {
  const stored = (await readStageSecrets())[kind.secret];
  const kept = existing.find(
    ({ api_version: version, metadata }) =>
      stored && metadata[SECRET_HASH] === hashOf(stored) && version === Stripe.API_VERSION,
  );
  const others = existing.filter((one) => one !== kept);
  const done = kept
    ? await updateEndpoint(stripe, kind, kept, url)
    : await createEndpoint({ stripe, stage, url }, kind);
  const removed: string[] = [];
  for (const { id } of others) {
    await stripe.webhookEndpoints.del(id);
    removed.push(`Deleted ${id}, which it replaces.`);
  }
  return [...done, ...removed];
}

async function createEndpoint(
  { stripe, stage, url }: EndpointContext,
  kind: Kind,
): Promise<string[]> {
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...kind.events],
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
    connect: kind.connect,
    description: `ReplyPaid ${stage}: events of ${kind.of}`,
    metadata: { [METADATA.kind]: kind.name, [METADATA.stage]: stage },
  });
  if (!made.secret) throw new CliError(`Stripe created ${made.id} and did not return its secret.`);
  await storeSecrets({ [kind.secret]: made.secret });
  // Last, because the next run replaces an endpoint without this hash.
  await stripe.webhookEndpoints.update(made.id, {
    metadata: { [SECRET_HASH]: hashOf(made.secret) },
  });
  return [
    `Created ${made.id} for ${kind.events.length} events of ${kind.of}; its secret is stored as ${kind.secret}.`,
  ];
}

async function updateEndpoint(
  stripe: Stripe,
  kind: Kind,
  endpoint: Stripe.WebhookEndpoint,
  url: string,
): Promise<string[]> {
  const missing = kind.events.filter((event) => !endpoint.enabled_events.includes(event));
  const unneeded = endpoint.enabled_events.filter((event) => !isListenedTo(kind, event));
  const changes = {
    ...((missing.length > 0 || unneeded.length > 0) && { enabled_events: [...kind.events] }),
    ...(endpoint.url !== url && { url }),
    ...(endpoint.status !== 'enabled' && { disabled: false }),
  };
  if (Object.keys(changes).length === 0) return [`${endpoint.id} is up to date for ${kind.of}.`];
  await stripe.webhookEndpoints.update(endpoint.id, changes);
  const what = [
    ...missing.map((event) => `+${event}`),
    ...unneeded.map((event) => `-${event}`),
    ...('url' in changes ? [`sends to ${url}`] : []),
    ...('disabled' in changes ? ['enabled again'] : []),
  ];
  return [`Changed ${endpoint.id} for ${kind.of}: ${what.join(', ')}.`];
}

/** The first 64 bits of a secret's hash, which identify it without revealing it. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 16);

const isListenedTo = ({ events }: Kind, event: string) =>
  (events as readonly string[]).includes(event);
