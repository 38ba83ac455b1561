import { hostname } from 'node:os';
import { settings } from '#functions/settings.ts';
import { readStageSettings } from '#lib/settings.ts';
import { operations } from '#shared/api/index.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { measureCapacity } from './capacity.ts';
import { signIn } from './client.ts';
import { coldStarts, forceColdStart } from './cold.ts';
import { type Report, reportSchema } from './report.ts';
import { measureConversation, measureDelivery, measureWarm, type People } from './steps.ts';
import { streamDelay } from './stream.ts';
import { measureClocks } from './stripe-times.ts';

export type Measuring = {
  readonly stage: string;
  /** The number of calls of each operation. */
  readonly count: number;
  /** Whether cold starts are forced, in addition to those found in the logs. */
  readonly cold: boolean;
  readonly sender: { readonly username: string; readonly password: string };
  readonly recipient: { readonly username: string; readonly password: string };
  readonly say: (line: string) => void;
};

/** The number of days of logs that are searched for cold starts. */
const DAYS = 3;
const COLD_START_OPERATIONS = [
  'getStripePublishableKey',
  'viewUserProfile',
  'checkUser',
  'viewInboxList',
];

/** Measures the selected stage. Throws Refused if a user cannot sign in. */
export async function measureStage({
  stage,
  count,
  cold,
  say,
  ...accounts
}: Measuring): Promise<Report> {
  const address = settings().origin;
  const people: People = {
    sender: await signIn(address, accounts.sender.username, accounts.sender.password),
    recipient: await signIn(address, accounts.recipient.username, accounts.recipient.password),
  };
  if (cold && stage !== 'local') {
    const { region } = readStageSettings(stage);
    for (const name of COLD_START_OPERATIONS) {
      say(`cold start of ${name}`);
      forceColdStart(stage, region, name);
    }
  }
  say('warm calls');
  const warm = await measureWarm(address, people, count);
  say('a conversation');
  const conversation = await measureConversation(address, people);
  say('capacity units of the table');
  const capacity = await measureCapacity(people);
  say('from a change to its effect');
  const delivery = await measureDelivery(people, 3);
  say('clocks');
  const clocks = await measureClocks(address);
  say('cold starts in the logs');
  return reportSchema.parse({
    stage,
    at: new Date().toISOString(),
    address,
    from: hostname(),
    warm,
    conversation,
    capacity,
    delivery,
    clocks,
    cold: stage === 'local' ? {} : coldOf(stage),
    stream: stage === 'local' ? { skipped: 'the local stage has no such metric' } : streamOf(stage),
  });
}

function streamOf(stage: string): Report['stream'] {
  const { region } = readStageSettings(stage);
  return streamDelay({ stage, region, days: DAYS, now: Date.now() });
}

function coldOf(stage: string): Report['cold'] {
  const { region } = readStageSettings(stage);
  return coldStarts({ stage, region, days: DAYS, now: Date.now() }, [
    ...Object.keys(operations),
    ...Object.keys(schedules),
    ...Object.keys(subscribers),
    'stripeWebhook',
    'renderPage',
    'answerOembed',
    'publishEvents',
    'countViews',
  ]);
}
