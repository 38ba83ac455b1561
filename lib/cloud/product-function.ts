import { basename } from 'node:path';
import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as Lambda, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import {
  ATTACHMENTS,
  EXPORTS,
  PICTURES,
  PICTURES_OF_MESSAGES,
  UPLOADS,
} from '#functions/capability-policies.ts';
import type { FunctionDefinition } from '#shared/api/function-definition.ts';
import { acknowledge } from './acknowledge.ts';
import { functionAlarm } from './alarms.ts';
import { allow, permissions } from './permissions.ts';
import { sendsEmail } from './sends-email.ts';
import { SHARED_FAULTS } from './shared-alarms.ts';
import type { Stage } from './stage.ts';

export type ProductFunctionProps = {
  readonly stage: Stage;
  /** The operation, schedule, subscriber or system function that it runs; its name is unique. */
  readonly definition: FunctionDefinition;
  /** Its file below functions/, without the extension: `auth/checkUser`. */
  readonly file: string;
  /** The effect of its failure on people: the text of its alarm. */
  readonly impact: string;
  readonly timeout: Duration;
  readonly megabytes?: number;
  readonly reservedConcurrency?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The IAM statements for the `also` of its definition, and for its queue or stream. */
  readonly also?: readonly PolicyStatement[];
};

/**
 * A Lambda function with its own role, a log group with a retention, X-Ray tracing, and an alarm. Every function of the
 * product is one.
 */
export class ProductFunction extends Construct {
  readonly lambda: Lambda;
  /** Undefined in a stage with few alarms. */
  readonly alarm: Alarm | undefined;
  /** The physical name, as a string instead of a CDK token. */
  readonly functionName: string;

  constructor(scope: Construct, props: ProductFunctionProps) {
    const { stage, definition } = props;
    const { name } = definition;
    super(scope, name);
    this.functionName = stage.nameOf(name);
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
      code: stage.codeOf(props.file),
      handler: `${basename(props.file)}.handler`,
      // For the CPU: 512 MB come with 0.29 of a vCPU. Five functions, measured on Node 24 on a developer's machine, needed 74 to 117 MB,
      // and authenticate, which hashes a password, 209 MB. Their CPU was 1 to 5 ms a call, without the hash: about 4 to 17 ms here.
      memorySize: props.megabytes ?? 512,
      timeout: props.timeout,
      ...(props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
      tracing: Tracing.ACTIVE,
      role: this.role(props).withoutPolicyUpdates(),
      logGroup,
      environment: {
        ...stage.environment(this),
        BUILD: stage.buildOf(props.file),
        ...(usesLive(definition) && { LIVE_HTTP_URL: `https://${stage.live.host}` }),
        ...props.environment,
      },
    });
    acknowledge(this.lambda, {
      'AwsSolutions-L1':
        'It is the newest LTS version of Node.js; cdk-nag expects the newest version that CDK knows.',
    });
    new MetricFilter(this, 'Faults', {
      logGroup,
      filterName: 'faults',
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
      metricNamespace: stage.faultNamespace,
      ...faultMetric(stage, name),
      metricValue: '1',
    });
    this.alarm = functionAlarm(this, { ...props, name, lambda: this.lambda });
  }

  private role({ stage, definition, also = [] }: ProductFunctionProps): Role {
    const { region, account } = Stack.of(this);
    const log = `arn:aws:logs:${region}:${account}:log-group:/aws/lambda/${this.functionName}:*`;
    const statements = [
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [log]),
      allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']),
      ...permissions(definition, stage.data),
      ...(usesLive(definition) ? [stage.live.publishPermission()] : []),
      ...(definition.uses.includes('email.send') ? sendsEmail(this, stage) : []),
      ...also,
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Needs: new PolicyDocument({ statements }) },
    });
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'X-Ray and ListStreams do not support resource-level permissions, and a phone number has no ARN.',
      [`AwsSolutions-IAM5[Resource::arn:aws:logs:${region}:${account}:log-group:/aws/lambda/${this.functionName}:*]`]:
        'Lambda generates the names of the log streams in this log group.',
      ...Object.fromEntries(
        [...PICTURES, ...PICTURES_OF_MESSAGES, EXPORTS, UPLOADS, ATTACHMENTS].map((folder) => [
          `AwsSolutions-IAM5[Resource::${stage.data.mediaArnName}/${folder}]`,
          'Each file has its own key in one of these folders.',
        ]),
      ),
    });
    return role;
  }
}

/** The metric of the errors that a function logs: its own, or in a stage with few alarms a series of the shared one. */
const faultMetric = ({ settings }: Stage, name: string) =>
  settings.alarms === 'few'
    ? {
        metricName: SHARED_FAULTS.metricName,
        // Each line of a log has the name of its function (functions/log.ts).
        dimensions: { [SHARED_FAULTS.dimension]: '$.service' },
      }
    : { metricName: name };

const usesLive = ({ uses }: FunctionDefinition): boolean => uses.includes('live');
