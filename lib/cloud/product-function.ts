import { Annotations, type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  Function as Lambda,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Granted, readGrants } from '../grants/grants.ts';
import { acknowledge } from './acknowledge.ts';
import { functionAlarm } from './alarms.ts';
import { type Asking, PICTURES } from './bounds.ts';
import { allow, permissions } from './permissions.ts';
import type { Stage } from './stage.ts';

export type ProductFunctionProps = Asking & {
  readonly stage: Stage;
  readonly code: Code;
  /** Unique in the product: the operation, schedule or subscriber it runs. */
  readonly name: string;
  /** What its failure does to a person, in English: the text of its alarm. */
  readonly impact: string;
  readonly timeout: Duration;
  readonly megabytes?: number;
  readonly reservedConcurrency?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Beyond what it `uses`: its queue, its bus, its stream. */
  readonly also?: readonly PolicyStatement[];
};

/**
 * One Lambda with all that belongs to it: a role of its own, a log that ends, a trace, and an alarm that says what
 * its failure means. There is no other way to make a function here.
 */
export class ProductFunction extends Construct {
  readonly lambda: Lambda;
  readonly alarm: Alarm;
  /** Its name in AWS, known without asking the construct. */
  readonly functionName: string;

  constructor(scope: Construct, props: ProductFunctionProps) {
    super(scope, props.name);
    const { stage } = props;
    this.functionName = stage.nameOf(props.name);
    const logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/aws/lambda/${this.functionName}`,
      retention: stage.settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.lambda = new Lambda(this, 'Function', {
      functionName: this.functionName,
      description: `If this fails: ${props.impact}`.slice(0, 256),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: props.code,
      handler: `${props.bundle}.handler`,
      // The shared chunks and the SDK take about 100 MB; below 512 the slice of a processor makes a cold start long.
      memorySize: props.megabytes ?? 512,
      timeout: props.timeout,
      ...(props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
      tracing: Tracing.ACTIVE,
      role: this.role(props).withoutPolicyUpdates(),
      logGroup,
      environment: { ...stage.environment(this), ...props.environment },
    });
    acknowledge(this.lambda, {
      'AwsSolutions-L1':
        'The newest Node.js with long-term support; cdk-nag goes by the newest that CDK knows.',
    });
    new MetricFilter(this, 'Faults', {
      logGroup,
      filterName: 'faults',
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
      metricNamespace: stage.faultNamespace,
      metricName: props.name,
      metricValue: '1',
    });
    this.alarm = functionAlarm(this, { ...props, lambda: this.lambda });
  }

  private role({ stage, also = [], ...asking }: ProductFunctionProps): Role {
    const { region, account } = Stack.of(this);
    const log = `arn:aws:logs:${region}:${account}:log-group:/aws/lambda/${this.functionName}:*`;
    const statements = [
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [log]),
      allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']),
      ...permissions(asking, this.granted(asking), stage.data, also),
      ...also,
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Needs: new PolicyDocument({ statements }) },
    });
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'X-Ray and ListStreams know no resource; a phone number has no ARN to name.',
      [`AwsSolutions-IAM5[Resource::arn:aws:logs:${region}:${account}:log-group:/aws/lambda/${this.functionName}:*]`]:
        'Lambda names the streams of this one log group as it goes.',
      ...Object.fromEntries(
        PICTURES.map((pictures) => [
          `AwsSolutions-IAM5[Resource::${stage.data.mediaArnName}/${pictures}]`,
          'Each picture has an address of its own, in one of these two folders.',
        ]),
      ),
    });
    return role;
  }

  /** What no test ever called may do nothing, and is not deployed. */
  private granted({ bundle }: Asking): Granted {
    const granted = GRANTS[bundle];
    if (!granted)
      Annotations.of(this).addError(
        `${bundle} is granted nothing in lib/grants/grants.json: npx jest --selectProjects functions, then npm run grants.`,
      );
    return granted ?? {};
  }
}

const GRANTS = readGrants();
