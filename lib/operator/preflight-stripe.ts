import Stripe from 'stripe';
import type { Check, Finding, NamedFinding } from './preflight-finding.ts';
import { missing, ok, skipped } from './preflight-finding.ts';
import { KINDS, METADATA } from './webhook-endpoints.ts';

/* Checks of a Stripe account that change nothing: what the product needs of its settings, and what Stripe knows of its webhooks. */

type Settings = Parameters<Check>[0];
type StripeCheck = (stripe: Stripe, settings: Settings, now: number) => Promise<Finding>;

/** A webhook is refused if its time differs by five minutes; a tenth of that is a clock that needs attention. */
const MAX_CLOCK_DIFFERENCE = 30_000;
const DAYS_OF_EVENTS = 3;

const account: StripeCheck = async (stripe) => {
  const own = await stripe.accounts.retrieveCurrent();
  const { card_payments: cards } = own.capabilities ?? {};
  if (!own.charges_enabled || (cards !== undefined && cards !== 'active'))
    return missing(
      `Stripe does not let ${own.id} charge cards yet: complete the company's verification in the dashboard.`,
    );
  if (own.default_currency !== 'usd')
    return missing(
      `The account settles in ${own.default_currency}, and all prices and payouts are in US dollars: add a bank account in dollars.`,
    );
  return ok(`The account ${own.id} may charge cards, and settles in US dollars.`);
};

/** People are paid from the balance on the 8th, so Stripe must not send it to our own bank by itself. */
const schedule: StripeCheck = async (stripe) => {
  const { settings } = await stripe.accounts.retrieveCurrent();
  const interval = settings?.payouts?.schedule.interval;
  return interval === 'manual'
    ? ok('The balance stays at Stripe until it is paid out manually.')
    : missing(
        `Stripe pays the balance out to your bank (${interval}), and then it cannot be paid to people: Balance, Payout schedule, Manual.`,
      );
};

const webhooks: StripeCheck = async (stripe, { stage, domain }) => {
  const all = await stripe.webhookEndpoints.list({ limit: 100 });
  const own = all.data.filter(({ metadata }) => metadata[METADATA.stage] === stage);
  const command = `npm run webhooks -- --stage ${stage}`;
  if (own.length === 0) return skipped(`No webhooks yet. After the first deployment: ${command}`);
  const problems = KINDS.flatMap(({ name, of, events }) => {
    const endpoint = own.find(({ metadata }) => metadata[METADATA.kind] === name);
    if (!endpoint) return [`none gets the events of ${of}`];
    const { id, url } = endpoint;
    const left = events.filter((event) => !endpoint.enabled_events.includes(event));
    return [
      ...(endpoint.status === 'enabled' ? [] : [`${id} is ${endpoint.status}`]),
      ...(left.length === 0 ? [] : [`${id} does not get ${left.join(', ')}`]),
      ...(endpoint.api_version === Stripe.API_VERSION
        ? []
        : [
            `${id} sends version ${endpoint.api_version}, and the code reads ${Stripe.API_VERSION}`,
          ]),
      ...(!domain || url === `https://${domain.name}/webhooks/stripe`
        ? []
        : [`${id} sends to ${url}`]),
    ];
  });
  return problems.length === 0
    ? ok(`Both webhook endpoints get every event, in version ${Stripe.API_VERSION}.`)
    : missing(`Of the webhook endpoints, ${problems.join('; ')}: ${command}`);
};

/** Wallets are offered on registered domains only, and Apple Pay on those that Apple has seen. */
const wallets: StripeCheck = async (stripe, { domain }) => {
  if (!domain) return skipped('The stage has no domain of its own, so wallets are not checked.');
  const { name } = domain;
  const found = await stripe.paymentMethodDomains.list({ domain_name: name, limit: 1 });
  const [registered] = found.data;
  if (!registered?.enabled)
    return missing(
      `${name} is not registered for wallets, so the screens offer cards only: Stripe, Settings, Payment method domains, Add a new domain.`,
    );
  const asleep = WALLETS_OF_DOMAIN.filter(([kind]) => registered[kind].status !== 'active').map(
    ([kind, wallet]) => {
      const reason = registered[kind].status_details?.error_message;
      return reason ? `${wallet} (${reason})` : wallet;
    },
  );
  return asleep.length === 0
    ? ok(`Apple Pay, Google Pay and Link are offered on ${name}.`)
    : missing(
        `${asleep.join(', ')} ${asleep.length === 1 ? 'is' : 'are'} not active on ${name}: docs/operations.md, Wallets.`,
      );
};

const WALLETS_OF_DOMAIN = [
  ['apple_pay', 'Apple Pay'],
  ['google_pay', 'Google Pay'],
  ['link', 'Link'],
] as const;

const deliveries: StripeCheck = async (stripe, _settings, now) => {
  const gte = Math.floor(now / 1_000) - DAYS_OF_EVENTS * 24 * 60 * 60;
  const lost = await stripe.events.list({ delivery_success: false, created: { gte }, limit: 100 });
  const types = [...new Set(lost.data.map(({ type }) => type))];
  return types.length === 0
    ? ok(`Stripe has delivered every event of the last ${DAYS_OF_EVENTS} days.`)
    : missing(
        `${lost.data.length}${lost.has_more ? ' or more' : ''} events of the last ${DAYS_OF_EVENTS} days are not delivered (${types.slice(0, 3).join(', ')}): Stripe, Workbench, Webhooks shows the response of each.`,
      );
};

const fraudWarnings: StripeCheck = async (stripe) => {
  await stripe.radar.earlyFraudWarnings.list({ limit: 1 });
  return ok('Early fraud warnings of Radar can be read.');
};

const clock: StripeCheck = async (stripe, _settings, now) => {
  const { lastResponse } = await stripe.balance.retrieve();
  const difference = now - Date.parse(new Headers(lastResponse.headers).get('date') ?? '');
  if (Number.isNaN(difference)) return skipped('Stripe did not say what time it is.');
  const seconds = (Math.abs(difference) / 1_000).toFixed(0);
  return Math.abs(difference) <= MAX_CLOCK_DIFFERENCE
    ? ok(`The clock of this machine is within ${seconds} s of Stripe's.`)
    : missing(
        `The clock of this machine is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} Stripe's: set it, because commands compare times.`,
      );
};

const CHECKS: Readonly<Record<string, StripeCheck>> = {
  'Stripe account': account,
  'Stripe payouts': schedule,
  'Stripe webhooks': webhooks,
  Wallets: wallets,
  'Stripe events': deliveries,
  'Fraud warnings': fraudWarnings,
  Clock: clock,
};

/** Runs every check; one that Stripe refuses does not stop the others. */
export async function checkStripeAccount(
  stripe: Stripe,
  settings: Settings,
  now: () => number,
): Promise<readonly NamedFinding[]> {
  const findings: NamedFinding[] = [];
  for (const [name, check] of Object.entries(CHECKS))
    findings.push({ name, ...(await orRefused(() => check(stripe, settings, now()))) });
  return findings;
}

/** The result of a check, or what Stripe says against it. A restricted key may lack a permission. */
export async function orRefused(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
    return fault instanceof Stripe.errors.StripePermissionError
      ? skipped(`The key may not read this, so look in the dashboard: ${fault.message}`)
      : missing(`The check failed: ${fault.message}`);
  }
}
