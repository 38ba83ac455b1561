import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Schedule as Rate, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { ringWhenSilent } from './jobs.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

export const PROBE = 'probe';
/** The function that makes the account which the probe signs in with. */
export const PROBE_MAKER = 'makeProbeAccount';

const IMPACT =
  'People cannot open a profile or sign in: the product does not work at its public address.';

/**
 * The probe: a function that uses the product every minute through its public address, as a person does. It belongs to no
 * person: its account is made here, like that of support, and its password by the deployment. With little traffic it is
 * also what a new release is tried with while the canary waits.
 */
export class ProbeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const code = stage.code();
    const { secretArn } = stage.data.probePassword;
    const withPassword = {
      environment: { PROBE_PASSWORD_ARN: secretArn },
      also: [allow(['secretsmanager:GetSecretValue'], [secretArn])],
    };
    const maker = new ProductFunction(this, {
      ...{ stage, code, ...withPassword },
      name: PROBE_MAKER,
      bundle: `deployment/${PROBE_MAKER}`,
      impact: 'Nobody learns from outside whether the product works: its probe has no account.',
      uses: ['table.write'],
      timeout: Duration.seconds(30),
      // It hashes a password, and a processor's share follows the memory.
      megabytes: 1024,
    });
    const made = new Trigger(this, 'Make', { handler: maker.lambda, timeout: Duration.minutes(1) });
    const probe = new ProductFunction(this, {
      ...{ stage, code, ...withPassword },
      name: PROBE,
      bundle: 'probes/outside',
      impact: IMPACT,
      uses: [],
      timeout: Duration.seconds(55),
      reservedConcurrency: 1,
    });
    // The next minute is the retry.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    probe.lambda.configureAsyncInvoke(once);
    const rule = new Rule(probe, 'Schedule', {
      description: 'Starts the probe',
      schedule: Rate.rate(Duration.minutes(1)),
      enabled: !stage.settings.paused,
      targets: [new LambdaFunction(probe.lambda, once)],
    });
    rule.node.addDependency(made);
    ringWhenSilent(probe, { stage, name: PROBE, everyMinutes: 1, impact: IMPACT });
  }
}
