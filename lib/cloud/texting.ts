import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { CONFIRMED_TEXT_CENTS, NEW_NUMBER_TEXT_CENTS } from '../../shared/metrics.ts';
import { hourlyCents } from '../../shared/rules/auth/text-limits.ts';
import { ringBelow } from './alarms.ts';
import { businessMetric } from './money-alarms.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

const LIMITER = 'limitTextMessages';

/** The alarm on what text messages cost. */
export const TEXTS_COST = 'text-messages-near-limit';

/** The names of the alarms on the hourly cost of codes. */
export const NEW_NUMBERS_ASK = 'text-messages-to-new-numbers';
export const CONFIRMED_NUMBERS_ASK = 'text-messages-to-confirmed-numbers';

/** The alarm on text messages to a country that do not arrive. */
export const undeliveredName = (country: string): string => `text-messages-lost-${country}`;

/** The countries whose text messages are watched: all that are open. */
export const countriesOf = ({ settings }: Stage): readonly string[] => settings.phoneCountries;

/** The names of all alarms on text messages, as the dashboard shows them. */
export const textAlarmsOf = (stage: Stage): readonly string[] => [
  ...(stage.settings.textMessages ? [LIMITER, TEXTS_COST] : []),
  ...[NEW_NUMBERS_ASK, CONFIRMED_NUMBERS_ASK],
  ...countriesOf(stage).map(undeliveredName),
];

/**
 * Text messages as the account sends them: what they may cost a month, set by a function that CloudFormation calls when
 * the setting changed, because it has no resource for it; and alarms on what they cost and whether they arrive.
 */
export class TextingStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const { textMessages } = stage.settings;
    if (textMessages) {
      limit(this, stage, textMessages.monthlyDollars);
      ringNearLimit(this, stage, textMessages.monthlyDollars);
    }
    ringWhenUnusual(this, stage);
    for (const country of countriesOf(stage)) ringWhenLost(this, stage, country);
  }
}

function limit(stack: Stack, stage: Stage, dollars: number): void {
  const limiter = new ProductFunction(stack, {
    stage,
    code: stage.code(),
    name: LIMITER,
    bundle: `deployment/${LIMITER}`,
    impact: 'Text messages may cost more, or end earlier in the month, than the settings say.',
    uses: [],
    timeout: Duration.seconds(30),
    // In its environment, so that another number is another version, which CloudFormation calls.
    environment: { TEXT_MESSAGE_DOLLARS: String(dollars) },
    // The account's preferences have no ARN.
    also: [allow(['sns:SetSMSAttributes'], ['*'])],
  });
  new Trigger(stack, 'Limit', { handler: limiter.lambda, timeout: Duration.minutes(1) });
}

/** Four fifths of the month's money: time enough to ask AWS for more, which takes a day or two. */
function ringNearLimit(stack: Stack, stage: Stage, dollars: number): void {
  ringBelow(stack, {
    stage,
    name: TEXTS_COST,
    impact: `Text messages have cost four fifths of the $${dollars} of this month; at all of it nobody gets a code any more, and nobody can register.`,
    look: 'SMSMonthToDateSpentUSD on the dashboard: does it grow with the people, or did it jump?',
    section: 'Text messages near their limit',
    metric: spentOnTexts(),
    from: 0.8 * dollars,
  });
}

/** Creates these alarms: for new numbers at the cost that requires a proof of work, for confirmed ones at the hour's budget. */
function ringWhenUnusual(stack: Stack, stage: Stage): void {
  const { hourlyTextDollars } = stage.settings;
  const unusual = { stage, section: 'Unusually many text messages' } as const;
  ringBelow(stack, {
    ...unusual,
    name: NEW_NUMBERS_ASK,
    impact: `So many codes went to new numbers within an hour that more need a proof of work, and at four fifths of $${hourlyTextDollars} have to wait: somebody may pump text messages, and people who register wait longer.`,
    look: 'the log of createUser and sendVerificationCode: do the addresses or the numbers resemble each other?',
    metric: businessMetric(stage, NEW_NUMBER_TEXT_CENTS, Duration.hours(1)),
    from: hourlyCents(hourlyTextDollars).free,
  });
  ringBelow(stack, {
    ...unusual,
    name: CONFIRMED_NUMBERS_ASK,
    impact: `Codes to confirmed numbers cost more than $${hourlyTextDollars} within an hour: nobody is slowed, and the money of the month is spent sooner.`,
    look: 'the log of sendOneTimeLoginCode and requestPasswordReset: whose codes are asked for, and from where?',
    metric: businessMetric(stage, CONFIRMED_TEXT_CENTS, Duration.hours(1)),
    from: 100 * hourlyTextDollars,
  });
}

/** Dollars that text messages of the account have cost since the month began. */
export const spentOnTexts = (): Metric =>
  new Metric({
    namespace: 'AWS/SNS',
    metricName: 'SMSMonthToDateSpentUSD',
    statistic: 'Maximum',
    period: Duration.minutes(5),
  });

/**
 * Three in ten of at least ten in an hour: wrong numbers and phones that are switched off are a few in a hundred; a carrier
 * that blocks us, or a month's money that is gone, is nearly all.
 */
function ringWhenLost(stack: Stack, stage: Stage, country: string): void {
  const { sent, arrived } = textsTo(country);
  ringBelow(stack, {
    stage,
    name: undeliveredName(country),
    impact: `Codes by text message do not arrive in ${country}: people there cannot register or reset a password.`,
    look: 'SNS, Text messaging: delivery by country, what the month has cost, and the state of our number',
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
 * SNS reports 1 for a message that arrived and 0 for one that did not. Its documentation writes the type in small letters,
 * its API with a capital: whichever of the two is reported counts, the other is nothing.
 */
function textsTo(country: string) {
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
