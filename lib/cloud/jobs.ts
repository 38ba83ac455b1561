import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Schedule as Rate, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Construct } from 'constructs';
import type { Schedule } from '../../shared/api/schedules.ts';
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
    const deadLetters = new DeadLetters(this, 'DeadLetters', {
      stage,
      name: 'jobs-dead-letters',
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
        targets: [target],
      });
      if (monthly)
        new Rule(job, 'Monthly', {
          description: `Starts ${name} on its day of the month`,
          schedule: Rate.cron({ minute: '0', hour: `${monthly.hour}`, day: `${monthly.day}` }),
          targets: [target],
        });
    }
  }
}
