import { areas } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { centsOfText, hourlyCents, hourlyTextDollarsOf } from '#shared/rules/auth/text-limits.ts';
import { type Line, OPERATION_COSTS } from '../operation-costs.ts';
import { ASSUMED, CHAT_HOUR, CONVERSATION, UNCALLED_OPERATIONS } from './conversation.ts';
import { linesOfCall } from './logs.ts';
import { PRICES } from './prices.ts';

/* The cost estimate: measured capacity per call, times the assumed number of calls, at list prices. */

const operations: readonly OperationSpec[] = Object.values(areas).flatMap((area) =>
  Object.values(area),
);
const costs: Readonly<Record<string, Line>> = OPERATION_COSTS;
const callCounts = Object.values(CONVERSATION).flatMap((part) => Object.entries(part));
const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** The average resources that one conversation uses. */
export type Usage = {
  readonly reads: number;
  readonly writes: number;
  /** `calls`: API calls of users. `invocations`: all function invocations. */
  readonly calls: number;
  readonly invocations: number;
  readonly gigabyteSeconds: number;
  readonly logBytes: number;
};

export function usageOfConversation(): Usage {
  const called = callCounts.filter(([name]) => !UNCALLED_OPERATIONS.includes(name));
  const calls = total(called.map(([, times]) => times));
  const delivered = ASSUMED.domainEvents * ASSUMED.subscribersEach;
  // Each connection is authorized, and its subscription.
  const decisions = 2 * ASSUMED.connections;
  const inside = ASSUMED.webhooks + ASSUMED.domainEvents + delivered + decisions;
  const measured = (units: 'reads' | 'writes') =>
    total(callCounts.map(([name, times]) => (costs[name]?.cost[units] ?? 0) * times));
  const milliseconds =
    total(called.map(([name, times]) => millisecondsOf(name) * times)) +
    ASSUMED.webhooks * ASSUMED.milliseconds.stripe +
    (ASSUMED.domainEvents + delivered) * ASSUMED.milliseconds.writes +
    decisions * ASSUMED.milliseconds.reads;
  return {
    calls,
    invocations: calls + inside,
    reads:
      measured('reads') +
      delivered * ASSUMED.subscriberReads +
      decisions * CHAT_HOUR.decisionReads +
      ASSUMED.webhooks * ASSUMED.webhookReads,
    writes:
      measured('writes') +
      ASSUMED.viewCounterWrites +
      delivered * ASSUMED.subscriberWrites +
      ASSUMED.webhooks * ASSUMED.webhookWrites,
    gigabyteSeconds: (milliseconds / 1_000) * gigabytes,
    logBytes:
      (calls + ASSUMED.webhooks) * linesOfCall.gateway +
      (calls + inside) * linesOfCall.lambda +
      (ASSUMED.domainEvents + delivered) * linesOfCall.domainEvent,
  };
}

const AT_STRIPE = ['payments', 'disputes', 'cards', 'subscriptions', 'payouts'];
/** Operations that hash a password. They have twice the memory, so each millisecond costs twice as much. */
const HASHING = ['authenticate', 'createUser', 'confirmPasswordReset', 'updatePassword'];

const gigabytes = ASSUMED.megabytesOfMemory / 1_024;

/** The duration of a call in milliseconds, converted to the default memory size. */
function millisecondsOf(name: string): number {
  const { reads, writes, stripe, hashes } = ASSUMED.milliseconds;
  const uses: readonly string[] = operations.find((one) => one.name === name)?.uses ?? [];
  if (HASHING.includes(name)) return 2 * hashes;
  if (uses.some((use) => AT_STRIPE.includes(use))) return stripe;
  return (costs[name]?.cost.writes ?? 0) > 0 ? writes : reads;
}

/**
 * The AWS cost of one conversation in dollars, by service. Stripe's fees are separate, because they depend on the
 * price.
 */
export function dollarsOfConversation(): Readonly<Record<string, number>> {
  const usage = usageOfConversation();
  const requests = usage.calls + ASSUMED.webhooks + ASSUMED.files;
  const gigabytesKept = ASSUMED.kilobytesKept / 1e6;
  const { table, lambda, cloudFront, watching, firewall } = PRICES;
  return {
    'Table: write units': usage.writes * table.writeUnit,
    'Table: read units': usage.reads * table.readUnit,
    'Table and its recovery: a year of storage':
      gigabytesKept * 12 * (table.gigabyteMonth + table.recoveryGigabyteMonth),
    'Lambda: requests': usage.invocations * lambda.request,
    'Lambda: gigabyte-seconds': usage.gigabyteSeconds * lambda.gigabyteSecond,
    'API Gateway': (usage.calls + ASSUMED.webhooks) * PRICES.gateway.request,
    'CloudFront: requests and their functions':
      requests * (cloudFront.request + cloudFront.functionCall),
    'CloudFront: what goes out': (ASSUMED.megabytesOut / 1_000) * cloudFront.gigabyteOut,
    'WAF: requests': requests * firewall.request,
    'Event bus': ASSUMED.domainEvents * PRICES.bus.event,
    'Live hints: operations and connections': dollarsOfHints(),
    'Text messages': textsOfConversation().pushFirst * PRICES.text.message,
    'Logs, kept for a month':
      (usage.logBytes / 1e9) * (watching.logGigabyte + watching.logGigabyteMonth),
    Traces: usage.invocations * ASSUMED.traced * watching.trace,
    'Secrets: readings': usage.invocations * ASSUMED.secretReadings * PRICES.secrets.reading,
    'Pictures: a year of storage':
      (ASSUMED.kilobytesOfPictures / 1e6) * 12 * PRICES.pictures.gigabyteMonth,
  };
}

function dollarsOfHints(): number {
  const { connections, minutesConnected, hints, hintsDelivered } = ASSUMED;
  const { operation, connectionMinute } = PRICES.eventApi;
  return (
    (2 * connections + hints + hintsDelivered) * operation +
    connections * minutesConnected * connectionMinute
  );
}

/**
 * The number of text messages of one conversation. `pushFirst`: as the product sends them, codes to everybody and
 * notifications of the account to people without a device that gets push. `ofAccount`: if those went to everybody.
 * `everything`: if each notification were a text message.
 */
export function textsOfConversation() {
  const { codes, notifications, ofAccount, withDevice } = ASSUMED;
  return {
    pushFirst: codes + ofAccount * (1 - withDevice),
    ofAccount: codes + ofAccount,
    everything: codes + notifications,
  };
}

/** Stripe's fees for one conversation in dollars. Its payout is shared with other conversations of the month. */
export function dollarsAtStripe(): Readonly<Record<string, number>> {
  const { stripe } = PRICES;
  const { price, answered } = ASSUMED;
  const share = CONVERSATION['What runs by itself']?.payOut ?? 0;
  return {
    'Card payments': answered * (price * stripe.chargeShare + stripe.charge),
    'Payouts, and the months of accounts that get one':
      share * (stripe.payout + stripe.paidAccountMonth) + answered * price * stripe.payoutShare,
  };
}

/**
 * The number of billed resources of a stage, regardless of its traffic. test/cloud/costs.test.ts compares the alarms
 * with the templates.
 */
export const FIXED_RESOURCES = {
  functions:
    operations.length + Object.keys(schedules).length + Object.keys(subscribers).length + 10,
  /** A function's alarm uses two metrics: Lambda's errors and the faults that it logged. */
  metricsOfFunctionAlarm: 2,
  otherAlarmMetrics: 86,
  /** With few alarms, those on load are missing, and two alarms on all functions analyze metrics of functions that ran lately. */
  fewAlarmMetrics: Object.keys(schedules).length + 31,
  /** The functions that run in a stage that nobody uses: jobs, the probe and what it calls, and those that the stream feeds. */
  idleFunctions: Object.keys(schedules).length + 8,
  /** Custom metrics with data every day: business metrics and those of schedules. */
  metrics: 32,
  secrets: 8,
  firewallRules: 13,
} as const;

/** The alarm metrics of a stage without traffic, by its setting `alarms`. */
export const alarmMetricsOf = (alarms: 'all' | 'few'): number =>
  alarms === 'all'
    ? FIXED_RESOURCES.functions * FIXED_RESOURCES.metricsOfFunctionAlarm +
      FIXED_RESOURCES.otherAlarmMetrics
    : FIXED_RESOURCES.fewAlarmMetrics + FIXED_RESOURCES.idleFunctions;

/** The monthly cost of a stage with few alarms, without firewall and traffic, in dollars. */
export function dollarsOfSmallStage(): number {
  const others = Object.entries(dollarsOfStage()).filter(([name]) => !/^(Alarms|WAF)/.test(name));
  const alarms = alarmMetricsOf('few') * PRICES.watching.alarmMetricMonth;
  return alarms + total(others.map(([, dollars]) => dollars));
}

/** The monthly cost of a stage without traffic, in dollars. */
export function dollarsOfStage(): Readonly<Record<string, number>> {
  const { watching, firewall, secrets } = PRICES;
  const alarmMetrics = alarmMetricsOf('all');
  return {
    Alarms: alarmMetrics * watching.alarmMetricMonth,
    Figures: FIXED_RESOURCES.metrics * watching.metricMonth,
    Dashboard: watching.dashboardMonth,
    'WAF (not where `waf` is false)':
      firewall.webAclMonth + FIXED_RESOURCES.firewallRules * firewall.ruleMonth,
    Secrets: FIXED_RESOURCES.secrets * secrets.secretMonth,
    'The key of the alarms': PRICES.keys.keyMonth,
    'Schedules that find nothing': idleRuns() * PRICES.lambda.request + idleSeconds(),
    'The probe': dollarsOfProbe(),
  };
}

/**
 * The monthly cost of the probe, which reads a profile every minute, and signs in and out every other minute
 * (functions/probes/outside.ts).
 */
function dollarsOfProbe(): number {
  const { lambda, gateway, cloudFront, firewall, table } = PRICES;
  const [runs, signIns] = [MINUTES_OF_MONTH, MINUTES_OF_MONTH / 2];
  const calls = 2 * runs + 2 * signIns;
  const { authenticate, signOut, viewUserProfile } = OPERATION_COSTS;
  const units = (unit: 'reads' | 'writes') =>
    runs * viewUserProfile.cost[unit] + signIns * (authenticate.cost[unit] + signOut.cost[unit]);
  const { reads, writes, hashes } = ASSUMED.milliseconds;
  // The probe itself is billed while it waits for the functions that it calls.
  const milliseconds = 2 * (runs * 2 * reads + signIns * (2 * hashes + writes));
  return (
    (runs + calls) * lambda.request +
    (milliseconds / 1_000) * gigabytes * lambda.gigabyteSecond +
    calls * (gateway.request + cloudFront.request + cloudFront.functionCall + firewall.request) +
    units('reads') * table.readUnit +
    units('writes') * table.writeUnit
  );
}

/** The monthly budgets for text messages, in dollars, for which the handbook lists the worst day. */
export const MONTHS_OF_TEXTS: readonly number[] = [1, 20, 100, 1_000];

/**
 * The cost of codes to new numbers on the worst day of a stage with the default hourly budget, when their share is
 * used up every hour. `most`: at the price that the budget assumes per message. `listed`: at the list price. Both are
 * for the United States.
 */
export function worstDayOfTexts(monthlyDollars: number) {
  const { free, max: cents } = hourlyCents(hourlyTextDollarsOf(monthlyDollars));
  const counted = centsOfText('+1', { phoneCountries: ['US'], maxDollars: 1 });
  const [freeTexts, texts] = [Math.floor(free / counted), Math.floor(cents / counted)];
  const stopped = (dollars: number) => Math.min(dollars, monthlyDollars);
  return {
    freeTexts,
    texts,
    most: stopped((24 * texts * counted) / 100),
    listed: stopped(24 * texts * PRICES.text.message),
  };
}

const MINUTES_OF_MONTH = 30 * 24 * 60;
const idleRuns = () =>
  total(
    Object.values(schedules).map((one) =>
      'everyMinutes' in one ? MINUTES_OF_MONTH / Number(one.everyMinutes) : 1,
    ),
  );
const idleSeconds = () =>
  idleRuns() * (ASSUMED.milliseconds.writes / 1_000) * gigabytes * PRICES.lambda.gigabyteSecond;
