import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import {
  CONFIRMED_TEXT_CENTS,
  EVENT_TEXTS_UNSENT,
  NEW_NUMBER_TEXT_CENTS,
} from '#shared/metrics.ts';
import { hourlyCents } from '#shared/rules/auth/text-limits.ts';
import { createChildAlarm } from './alarms.ts';
import { businessMetric } from './money-alarms.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

const LIMITER = 'limitTextMessages';

/** The name of the alarm on the monthly cost of text messages. */
const TEXT_COST_ALARM = 'text-messages-near-limit';

/** The names of the alarms on the hourly cost of codes. */
const NEW_NUMBERS_ALARM = 'text-messages-to-new-numbers';
const CONFIRMED_NUMBERS_ALARM = 'text-messages-to-confirmed-numbers';

/** The name of the alarm on text messages about events that are not sent anymore. */
const EVENT_TEXTS_ALARM = 'event-texts-used-up';

/** The name of the alarm on undelivered text messages to a country. */
const undeliveredName = (country: string): string => `text-messages-lost-${country}`;

/** The countries with an alarm on undelivered text messages. */
const countriesOf = ({ settings }: Stage): readonly string[] => settings.phoneCountries;

/** The names of all alarms on text messages. */
export const textAlarmsOf = (stage: Stage): readonly string[] => [
  ...(stage.settings.textMessages ? [LIMITER, TEXT_COST_ALARM] : []),
  NEW_NUMBERS_ALARM,
  CONFIRMED_NUMBERS_ALARM,
  EVENT_TEXTS_ALARM,
  ...countriesOf(stage).map(undeliveredName),
];

/**
 * Sets the monthly spending limit of text messages, and creates alarms on their cost and delivery. CloudFormation has no
 * resource for the limit, so it calls a function whenever the setting changes.
 */
export class TextingStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const { textMessages } = stage.settings;
    if (textMessages) {
      limit(this, stage, textMessages.monthlyDollars);
      createLimitAlarm(this, stage, textMessages.monthlyDollars);
    }
    createUnusualCostAlarms(this, stage);
    createEventTextsAlarm(this, stage);
    for (const country of countriesOf(stage)) createDeliveryAlarm(this, stage, country);
  }
}

function limit(stack: Stack, stage: Stage, dollars: number): void {
  const limiter = new ProductFunction(stack, {
    stage,
    definition: systemFunctions.limitTextMessages,
    file: systemFunctions.limitTextMessages.file,
    impact: 'Text messages may cost more, or end earlier in the month, than the settings say.',
    timeout: Duration.seconds(30),
    // In the environment, because a new value then creates a new version, which the Trigger calls.
    environment: { TEXT_MESSAGE_DOLLARS: String(dollars) },
    // SetSMSAttributes does not support resource-level permissions.
    also: [allow(['sns:SetSMSAttributes'], ['*'])],
  });
  new Trigger(stack, 'Limit', { handler: limiter.lambda, timeout: Duration.minutes(1) });
}

/** 80% of the monthly limit, because raising the limit at AWS takes a day or two. */
function createLimitAlarm(stack: Stack, stage: Stage, dollars: number): void {
  createChildAlarm(stack, {
    stage,
    name: TEXT_COST_ALARM,
    impact: `Text messages have used 80% of the $${dollars} limit of this month. At the limit no one gets codes, and no one can register.`,
    look: 'SMSMonthToDateSpentUSD on the dashboard: does it grow steadily, or did it jump?',
    section: 'Text messages near their limit',
    metric: spentOnTexts(),
    from: 0.8 * dollars,
  });
}

/**
 * Creates the alarms on hourly cost: for new numbers at the cost that requires a proof of work, for confirmed ones at
 * the hourly budget.
 */
function createUnusualCostAlarms(stack: Stack, stage: Stage): void {
  const { hourlyTextDollars } = stage.settings;
  const unusual = { stage, section: 'Unusually many text messages' } as const;
  createChildAlarm(stack, {
    ...unusual,
    name: NEW_NUMBERS_ALARM,
    impact: `Codes to new numbers cost so much within an hour that more of them need a proof of work; at 80% of $${hourlyTextDollars} they must wait. It may be SMS pumping, and registration is slower.`,
    look: 'the log of createUser and sendVerificationCode: are the IP addresses or the numbers similar?',
    metric: businessMetric(stage, NEW_NUMBER_TEXT_CENTS, Duration.hours(1)),
    from: hourlyCents(hourlyTextDollars).free,
  });
  createChildAlarm(stack, {
    ...unusual,
    name: CONFIRMED_NUMBERS_ALARM,
    impact: `Codes to confirmed numbers cost more than $${hourlyTextDollars} within an hour. No one is slowed down, but the monthly limit is reached sooner.`,
    look: 'the log of sendOneTimeLoginCode and requestPasswordReset: who requests codes, and from where?',
    metric: businessMetric(stage, CONFIRMED_TEXT_CENTS, Duration.hours(1)),
    from: 100 * hourlyTextDollars,
  });
}

/** One text message about an event that was not sent: from then on none is, until the 30 days of the budget are over. */
function createEventTextsAlarm(stack: Stack, stage: Stage): void {
  createChildAlarm(stack, {
    stage,
    name: EVENT_TEXTS_ALARM,
    impact:
      'The budget for text messages about letters, answers, money and deadlines is used up. People without a device or an email address hear of none of these until they open the app.',
    look: 'the log of textPeople: which events, and since when? Is it growth, or one account?',
    section: 'Event texts are used up',
    metric: businessMetric(stage, EVENT_TEXTS_UNSENT, Duration.hours(1)),
    from: 1,
  });
}

/** The cost of the account's text messages in this month, in dollars. */
export const spentOnTexts = (): Metric =>
  new Metric({
    namespace: 'AWS/SNS',
    metricName: 'SMSMonthToDateSpentUSD',
    statistic: 'Maximum',
    period: Duration.minutes(5),
  });

/**
 * 30% of at least ten text messages in an hour. Wrong numbers and phones that are off are a few percent; if a carrier blocks
 * us, or the monthly limit is reached, it is nearly all.
 */
function createDeliveryAlarm(stack: Stack, stage: Stage, country: string): void {
  const { sent, arrived } = textsToCountry(country);
  createChildAlarm(stack, {
    stage,
    name: undeliveredName(country),
    impact: `Codes by text message do not arrive in ${country}: people there cannot register or reset a password.`,
    look: 'SNS, Text messaging: delivery by country, the cost of this month, and the status of our number',
    section: 'Text messages do not arrive',
    metric: new MathExpression({
      expression: `IF(${sent.expression} >= 10, 100 * (1 - (${arrived.expression}) / (${sent.expression})), 0)`,
      usingMetrics: { ...sent.metrics, ...arrived.metrics },
      label: `percent lost, ${country}`,
      period: Duration.hours(1),
    }),
    from: 30,
  });
}

/**
 * SNS reports 1 for a delivered message and 0 for an undelivered one. The type is lowercase in its documentation and
 * capitalized in its API, so both are added.
 */
function textsToCountry(country: string) {
  const metric = (type: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/SNS',
      metricName: 'SMSSuccessRate',
      dimensionsMap: { Country: country, SMSType: type },
      statistic,
      period: Duration.hours(1),
    });
  const either = (name: string, statistic: string) => ({
    expression: `FILL(${name}, 0) + FILL(${name}Too, 0)`,
    metrics: {
      [name]: metric('Transactional', statistic),
      [`${name}Too`]: metric('transactional', statistic),
    },
  });
  return { sent: either('sent', 'SampleCount'), arrived: either('arrived', 'Sum') };
}
