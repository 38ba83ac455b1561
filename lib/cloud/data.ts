import {
  CfnOutput,
  Duration,
  RemovalPolicy,
  SecretValue,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
} from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ATTACHMENTS, EXPORTS, PICTURES, UPLOADS } from '#functions/capability-policies.ts';
import { PROBE_USERNAME, SUPPORT_USERNAME } from '#shared/brand.ts';
import { EXPORT_KEPT } from '#shared/rules/accounts/data-export.ts';
import type { SecretName } from '#shared/secret-names.ts';
import { DAY } from '#shared/time.ts';
import type { StageSettings } from '../settings.ts';
import { TABLE } from '../table.ts';
import { acknowledge } from './acknowledge.ts';

type DataProps = StackProps & { readonly restoredTable: StageSettings['restoredTable'] };

/** The table, the pictures and the secrets, which must outlive every deployment. CloudFormation must never replace them. */
export class DataStack extends Stack {
  /** The table that functions use: that of this stack, or a restored one. */
  readonly table: ITable;
  readonly media: Bucket;
  /** The bucket's ARN as an export for other stacks, with a fixed name. */
  readonly mediaArn: string;
  readonly mediaArnName: string;
  /** The secrets of functions; each can be read only by functions whose definition uses it (shared/secret-names.ts). */
  readonly secrets: Readonly<Record<SecretName, Secret>>;
  /** The initial password of the support account, which the operator reads here. */
  readonly supportPassword: Secret;
  /** The password of the probe's account. */
  readonly probePassword: Secret;
  /** The origin key, which proves that a request came through CloudFront, so that its viewer address can be trusted. */
  readonly originKey: Secret;
  /** The table of this stack. It is kept when a restored table replaces it. */
  private readonly firstTable: Table;

  constructor(scope: Construct, id: string, { restoredTable, ...props }: DataProps) {
    super(scope, id, { ...props, terminationProtection: true });
    this.firstTable = new DataTable(this, 'Table');
    this.table = restoredTable ? importRestoredTable(this, restoredTable) : this.firstTable;
    this.media = mediaBucket(this);
    this.mediaArnName = `${this.stackName}-media-arn`;
    this.mediaArn = this.exportValue(this.media.bucketArn, { name: this.mediaArnName });
    this.secrets = productSecrets(this);
    this.supportPassword = passwordOf(this, 'SupportPassword', {
      username: SUPPORT_USERNAME,
      description: "The password that the product's own account, support, was created with",
    });
    this.probePassword = passwordOf(this, 'ProbePassword', {
      username: PROBE_USERNAME,
      description: 'The password of the account that the probe signs in with',
    });
    this.originKey = new Secret(this, 'OriginKey', {
      description: 'Sent by CloudFront to the API with each request',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    new CfnOutput(this, 'SupportPasswordName', {
      description: 'Where the password of the account that answers help tickets is read',
      value: this.supportPassword.secretName,
    });
    acknowledge(this.supportPassword, {
      'AwsSolutions-SMG4':
        'It is used once, to create the account, whose owner then changes the password.',
    });
    acknowledge(this.probePassword, {
      'AwsSolutions-SMG4': 'Its account has no profile, money or messages.',
    });
    this.alwaysExport();
    for (const secret of [...Object.values(this.secrets), this.originKey])
      acknowledge(secret, {
        'AwsSolutions-SMG4':
          'Automatic rotation would sign everyone out or make functions reject CloudFront. It is rotated manually after a leak.',
      });
  }

  /**
   * Exports values even when no other stack imports them. Otherwise CDK would remove an export together with its last import,
   * and the deployment would fail, because CloudFormation updates this stack first.
   */
  private alwaysExport(): void {
    const { firstTable, media, secrets, supportPassword, probePassword, originKey } = this;
    for (const value of [
      firstTable.tableName,
      firstTable.tableArn,
      firstTable.tableStreamArn,
      media.bucketName,
      media.bucketRegionalDomainName,
      ...Object.values(secrets).map(({ secretArn }) => secretArn),
      supportPassword.secretArn,
      probePassword.secretArn,
      originKey.secretArn,
    ])
      this.exportValue(value);
  }
}

/**
 * The secrets of functions. The deployment generates `hashKey` and, with a function (token-keys.ts), `tokenKeys`. Operators
 * store Stripe's with `npm run secrets` and `npm run webhooks`. Do not change an initial value here: CloudFormation would
 * overwrite the stored secret with it.
 */
function productSecrets(stack: Stack): Readonly<Record<SecretName, Secret>> {
  const emptySecret = (id: string, description: string) =>
    new Secret(stack, id, {
      secretStringValue: SecretValue.unsafePlainText('{}'),
      description,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  return {
    tokenKeys: emptySecret('TokenKeys', 'The private keys that sign access tokens'),
    hashKey: new Secret(stack, 'HashKey', {
      description: 'The key of keyed hashes, and of web push',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'hashKey',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN,
    }),
    stripeKey: emptySecret('StripeKey', "Stripe's secret key"),
    publishableKey: emptySecret('PublishableKey', "Stripe's publishable key"),
    webhookSecrets: emptySecret('WebhookSecrets', "The signing secrets of Stripe's webhooks"),
  };
}

/** Creates a generated password for the support account or the probe. */
const passwordOf = (
  stack: Stack,
  id: string,
  { username, description }: { readonly username: string; readonly description: string },
) =>
  new Secret(stack, id, {
    description,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ username }),
      generateStringKey: 'password',
      passwordLength: 24,
      requireEachIncludedType: true,
      // Characters that are hard to read or need escaping in a shell.
      excludeCharacters: '"\'\\`$ ',
    },
    removalPolicy: RemovalPolicy.RETAIN,
  });

/** The restored table that replaces the first one: docs/operations.md, Restore. */
function importRestoredTable(
  stack: Stack,
  { name, streamLabel }: NonNullable<StageSettings['restoredTable']>,
): ITable {
  const { region, account } = stack;
  const stream = `arn:aws:dynamodb:${region}:${account}:table/${name}/stream/${streamLabel}`;
  return Table.fromTableAttributes(stack, 'RestoredTable', {
    tableName: name,
    tableStreamArn: stream,
    globalIndexes: TABLE.indexes.map((index) => index.name),
  });
}

/** The DynamoDB table that lib/table.ts defines. */
class DataTable extends Table {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      partitionKey: { name: TABLE.partitionKey, type: AttributeType.STRING },
      sortKey: { name: TABLE.sortKey, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: TABLE.timeToLive,
      stream: StreamViewType[TABLE.stream],
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const index of TABLE.indexes)
      this.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
        sortKey: { name: index.sortKey, type: AttributeType.STRING },
        ...(index.projection === 'INCLUDE'
          ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.attributes] }
          : { projectionType: ProjectionType.KEYS_ONLY }),
      });
  }
}

/** How long a removed or replaced picture can be restored. */
const PICTURES_KEPT_DAYS = 30;

/**
 * The private bucket of pictures, which only CloudFront distributions of this account can read, and of the files with people's data,
 * which nobody can read without a signed link.
 */
function mediaBucket(stack: Stack): Bucket {
  const bucket = new Bucket(stack, 'Media', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    versioned: true,
    // Pages upload attachments with forms, and read them with links; both are signed.
    cors: [
      {
        allowedOrigins: ['*'],
        allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
        allowedHeaders: ['*'],
        exposedHeaders: ['ETag'],
        maxAge: Duration.hours(1).toSeconds(),
      },
    ],
    lifecycleRules: [
      {
        noncurrentVersionExpiration: Duration.days(PICTURES_KEPT_DAYS),
        expiredObjectDeleteMarker: true,
      },
      {
        prefix: EXPORTS.replace('*', ''),
        expiration: Duration.days(EXPORT_KEPT / DAY),
        noncurrentVersionExpiration: Duration.days(1),
      },
      {
        // Uploads that were never checked, and old versions of those that were.
        prefix: UPLOADS.replace('*', ''),
        expiration: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(1),
      },
      {
        // A deleted attachment is gone for good the next day.
        prefix: ATTACHMENTS.replace('*', ''),
        noncurrentVersionExpiration: Duration.days(1),
      },
    ],
  });
  // Without CDK's own property, which would add a function with a managed policy.
  (bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  };
  // Any distribution of this account, because naming ours would make this stack depend on the Front stack.
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      resources: PICTURES.map((folder) => bucket.arnForObjects(folder)),
      conditions: {
        ArnLike: { 'aws:SourceArn': `arn:aws:cloudfront::${stack.account}:distribution/*` },
      },
    }),
  );
  acknowledge(bucket, {
    'AwsSolutions-S1': 'It is read through CloudFront, which has an access log.',
  });
  return bucket;
}
