import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Schedule as Rate, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { createSilenceAlarm } from './jobs.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

export const PROBE = 'probe';
/** The function that creates the probe's account. */
export const PROBE_MAKER = 'makeProbeAccount';

const IMPACT =
  'People cannot open a profile or sign in: the product does not work at its public address.';

/**
 * The probe: a function that uses the product every minute through its public address, with its own account. On a stage
 * with little traffic, its requests are also what tests a new release during the canary.
 */
export class ProbeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const { secretArn } = stage.data.probePassword;
    const withPassword = {
      environment: { PROBE_PASSWORD_ARN: secretArn },
      also: [allow(['secretsmanager:GetSecretValue'], [secretArn])],
    };
    const maker = new ProductFunction(this, {
      stage,
      ...withPassword,
      definition: systemFunctions.makeProbeAccount,
      file: systemFunctions.makeProbeAccount.file,
      impact: 'The probe has no account, so an outage of the public address may go unnoticed.',
      timeout: Duration.seconds(30),
      // It runs scrypt, which needs CPU, and Lambda's CPU is proportional to memory.
      megabytes: 1024,
    });
    const made = new Trigger(this, 'Make', { handler: maker.lambda, timeout: Duration.minutes(1) });
    const probe = new ProductFunction(this, {
      stage,
      ...withPassword,
      definition: systemFunctions.probe,
      file: systemFunctions.probe.file,
      impact: IMPACT,
      timeout: Duration.seconds(55),
      reservedConcurrency: 1,
    });
    // No retries, because it runs again in a minute.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    probe.lambda.configureAsyncInvoke(once);
    const rule = new Rule(probe, 'Schedule', {
      ruleName: stage.nameOf(PROBE),
      description: 'Starts the probe',
      schedule: Rate.rate(Duration.minutes(1)),
      enabled: !stage.settings.paused,
      targets: [new LambdaFunction(probe.lambda, once)],
    });
    rule.node.addDependency(made);
    createSilenceAlarm(probe, { stage, name: PROBE, everyMinutes: 1, impact: IMPACT });
  }
}
