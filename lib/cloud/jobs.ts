import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Schedule as Rate, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Construct } from 'constructs';
import type { Schedule } from '../../shared/api/schedules.ts';
import { orZero, ring } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import { MoneyAlarms } from './money-alarms.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

export type Schedules = Readonly<Record<string, Schedule>>;

/** Minutes; Lambda keeps an event that it could not start for six hours at most. */
const LONGEST_EVENT_AGE = 6 * 60;

/** Work that the clock starts: one run of each at a time. */
export class JobsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, schedules, ...props }: StackProps & { stage: Stage; schedules: Schedules },
  ) {
    super(scope, id, props);
    const code = stage.code();
    const { paused = false } = stage.settings;
    const deadLetters = new DeadLetters(this, 'DeadLetters', {
      stage,
      holds: 'jobs',
      impact:
        'A scheduled run failed. The next one takes up its work; if this repeats, money waits.',
    });
    new MoneyAlarms(this, 'Money', { stage });
    for (const { name, everyMinutes, monthly, uses, impact } of Object.values(schedules)) {
      const job = new ProductFunction(this, {
        stage,
        code,
        name,
        bundle: `jobs/${name}`,
        impact,
        uses,
        // Ends before the next run starts, or the two would queue up.
        timeout: Duration.minutes(Math.min(everyMinutes, 15)).minus(Duration.seconds(30)),
        reservedConcurrency: 1,
        also: [deadLetters.leave],
      });
      job.lambda.configureAsyncInvoke({
        // The next run is the retry.
        retryAttempts: 0,
        maxEventAge: Duration.minutes(Math.min(everyMinutes, LONGEST_EVENT_AGE)),
        onFailure: new SqsDestination(deadLetters.queue),
      });
      const target = new LambdaFunction(job.lambda, {
        deadLetterQueue: deadLetters.queue,
        retryAttempts: 0,
        maxEventAge: Duration.minutes(Math.min(everyMinutes, LONGEST_EVENT_AGE)),
      });
      new Rule(job, 'Schedule', {
        description: `Starts ${name}`,
        schedule: Rate.rate(Duration.minutes(everyMinutes)),
        enabled: !paused,
        targets: [target],
      });
      ringWhenSilent(job, { stage, name, everyMinutes, impact });
      if (monthly)
        new Rule(job, 'Monthly', {
          description: `Starts ${name} on its day of the month`,
          schedule: Rate.cron({ minute: '0', hour: `${monthly.hour}`, day: `${monthly.day}` }),
          enabled: !paused,
          targets: [target],
        });
    }
  }
}

/** The alarm on a job that does not run, beside the one on a run that fails. */
export const silentName = (job: string): string => `${job}-silent`;

/**
 * A job that does not run reports nothing, so Lambda's own count of its runs is watched. Three periods: a start may come late,
 * or wait for the run before it; three in a row that stay out are no chance.
 */
export function ringWhenSilent(
  job: ProductFunction,
  {
    stage,
    name,
    everyMinutes,
    impact,
  }: Pick<Schedule, 'name' | 'everyMinutes' | 'impact'> & { stage: Stage },
): void {
  const runs = job.lambda.metricInvocations({ period: Duration.minutes(everyMinutes) });
  ring(new Construct(job, 'Silent'), {
    stage,
    name: silentName(name),
    impact: `It does not run any more. ${impact}`,
    look: `the rule that starts ${name} in EventBridge, and whether ${stage.nameOf(name)} is throttled or its concurrency is 0`,
    section: 'A job does not run',
    metric: orZero(runs),
    below: 1,
    times: 3,
  });
}
