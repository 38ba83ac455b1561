import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Schedule as Rate, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Construct } from 'constructs';
import type { Schedule } from '#shared/api/schedules.ts';
import { createAlarm, zeroIfMissing } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import { MoneyAlarms } from './money-alarms.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

export type Schedules = Readonly<Record<string, Schedule>>;

/** The longest time in minutes that Lambda retries an event: six hours. */
const MAX_EVENT_AGE_MINUTES = 6 * 60;

/** The scheduled jobs. Only one run of each job executes at a time. */
export class JobsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, schedules, ...props }: StackProps & { stage: Stage; schedules: Schedules },
  ) {
    super(scope, id, props);
    const { paused = false } = stage.settings;
    const deadLetters = new DeadLetters(this, 'DeadLetters', {
      stage,
      holds: 'jobs',
      impact:
        'A scheduled run failed. The next run continues its work; if this repeats, payments are delayed.',
      // Their names begin like those of all resources of the stage.
      rules: stage.nameOf('*'),
    });
    new MoneyAlarms(this, 'Money', { stage });
    for (const definition of Object.values<Schedule>(schedules)) {
      const { name, everyMinutes, monthly, impact } = definition;
      const job = new ProductFunction(this, {
        stage,
        definition,
        file: `jobs/${name}`,
        impact,
        // Shorter than the interval, so that runs do not queue up.
        timeout: Duration.minutes(Math.min(everyMinutes, 15)).minus(Duration.seconds(30)),
        reservedConcurrency: 1,
        also: [deadLetters.sendPermission],
      });
      job.lambda.configureAsyncInvoke({
        // No retries, because the next run continues the work.
        retryAttempts: 0,
        maxEventAge: Duration.minutes(Math.min(everyMinutes, MAX_EVENT_AGE_MINUTES)),
        onFailure: new SqsDestination(deadLetters.queue),
      });
      const target = new LambdaFunction(job.lambda, {
        deadLetterQueue: deadLetters.queueOfRules,
        retryAttempts: 0,
        maxEventAge: Duration.minutes(Math.min(everyMinutes, MAX_EVENT_AGE_MINUTES)),
      });
      new Rule(job, 'Schedule', {
        ruleName: stage.nameOf(name),
        description: `Starts ${name}`,
        schedule: Rate.rate(Duration.minutes(everyMinutes)),
        enabled: !paused,
        targets: [target],
      });
      createSilenceAlarm(job, { stage, name, everyMinutes, impact });
      if (monthly)
        new Rule(job, 'Monthly', {
          ruleName: stage.nameOf(`${name}-monthly`),
          description: `Starts ${name} on its day of the month`,
          schedule: Rate.cron({ minute: '0', hour: `${monthly.hour}`, day: `${monthly.day}` }),
          enabled: !paused,
          targets: [target],
        });
    }
  }
}

/** The name of the alarm on a job that does not run. A run that fails has another alarm. */
export const silentName = (job: string): string => `${job}-silent`;

/**
 * Creates the alarm on a job that does not run, by Lambda's count of its invocations. It needs three periods in a row,
 * because a single start may be late or wait for the previous run.
 */
export function createSilenceAlarm(
  job: ProductFunction,
  {
    stage,
    name,
    everyMinutes,
    impact,
  }: Pick<Schedule, 'name' | 'everyMinutes' | 'impact'> & { stage: Stage },
): void {
  const runs = job.lambda.metricInvocations({ period: Duration.minutes(everyMinutes) });
  createAlarm(new Construct(job, 'Silent'), {
    stage,
    name: silentName(name),
    impact: `It no longer runs. ${impact}`,
    look: `the rule that starts ${name} in EventBridge, and whether ${stage.nameOf(name)} is throttled or its concurrency is 0`,
    section: 'A job does not run',
    metric: zeroIfMissing(runs),
    below: 1,
    times: 3,
  });
}
