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
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { PROBE_USERNAME, SUPPORT_USERNAME } from '../../shared/brand.ts';
import type { SecretName } from '../../shared/secret-names.ts';
import type { StageSettings } from '../settings.ts';
import { TABLE } from '../table.ts';
import { acknowledge } from './acknowledge.ts';

type DataProps = StackProps & { readonly restoredTable: StageSettings['restoredTable'] };

/** What must outlive every deployment: the table, the pictures, the secrets. Nothing here is ever replaced. */
export class DataStack extends Stack {
  /** What functions read and write: the table of this stack, or the one that was restored beside it. */
  readonly table: ITable;
  readonly media: Bucket;
  /** As other stacks import it, under a name that stays the same from stage to stage but for its start. */
  readonly mediaArn: string;
  readonly mediaArnName: string;
  /** The secrets of functions; each can be read only by functions whose definition uses it (shared/secret-names.ts). */
  readonly secrets: Readonly<Record<SecretName, Secret>>;
  /** What the product's own account is made with; its operator reads it here. */
  readonly supportPassword: Secret;
  /** What the account of the probe is made with and signs in with. */
  readonly probePassword: Secret;
  /** Proves that a request came through CloudFront, which alone knows who is on the other end of the line. */
  readonly originKey: Secret;
  /** The table of this stack. It stays when another one takes its place: nothing that holds data goes by itself. */
  private readonly firstTable: Table;

  constructor(scope: Construct, id: string, { restoredTable, ...props }: DataProps) {
    super(scope, id, { ...props, terminationProtection: true });
    this.firstTable = new DataTable(this, 'Table');
    this.table = restoredTable ? restored(this, restoredTable) : this.firstTable;
    this.media = mediaBucket(this);
    this.mediaArnName = `${this.stackName}-media-arn`;
    this.mediaArn = this.exportValue(this.media.bucketArn, { name: this.mediaArnName });
    this.secrets = productSecrets(this);
    this.supportPassword = passwordOf(this, 'SupportPassword', {
      username: SUPPORT_USERNAME,
      description: "The password that the product's own account, support, was made with",
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
        'It is used once, when the account is made; from then on the account changes its password itself.',
    });
    acknowledge(this.probePassword, {
      'AwsSolutions-SMG4': 'Its account has no profile, no money and nothing to read.',
    });
    this.alwaysExport();
    for (const secret of [...Object.values(this.secrets), this.originKey])
      acknowledge(secret, {
        'AwsSolutions-SMG4':
          'Rotating by itself would sign everybody out or cut CloudFront off; it is done by hand, after a leak.',
      });
  }

  /**
   * What the other stacks take from here is exported whether or not one of them does today: an export that comes
   * and goes with its readers stops a deployment, since CloudFormation updates this stack before them.
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
  const made = (id: string, description: string) =>
    new Secret(stack, id, {
      secretStringValue: SecretValue.unsafePlainText('{}'),
      description,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  return {
    tokenKeys: made('TokenKeys', 'The private keys that sign access tokens'),
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
    stripeKey: made('StripeKey', "Stripe's secret key"),
    publishableKey: made('PublishableKey', "Stripe's publishable key"),
    webhookSecrets: made('WebhookSecrets', "The signing secrets of Stripe's webhooks"),
  };
}

/** A password that the deployment generates for one of the product's own accounts. */
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
      // Easy to read from a screen and to paste into a shell.
      excludeCharacters: '"\'\\`$ ',
    },
    removalPolicy: RemovalPolicy.RETAIN,
  });

/** A table that an operator made beside the first one, and that takes its place: docs/operations.md, Restore. */
function restored(
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

/** The one table, as lib/table.ts describes it. */
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

/** Days that a picture is kept after it was removed or replaced. */
const PICTURES_KEPT_DAYS = 30;

/** Private: read by this account's CloudFront alone. */
function mediaBucket(stack: Stack): Bucket {
  const bucket = new Bucket(stack, 'Media', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    // A picture that was removed or replaced by mistake can be brought back for a month, and is gone for good after it.
    versioned: true,
    lifecycleRules: [
      {
        noncurrentVersionExpiration: Duration.days(PICTURES_KEPT_DAYS),
        expiredObjectDeleteMarker: true,
      },
    ],
  });
  // Any distribution of this account: naming the one would tie this stack to one that changes more often.
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      resources: [bucket.arnForObjects('*')],
      conditions: {
        ArnLike: { 'aws:SourceArn': `arn:aws:cloudfront::${stack.account}:distribution/*` },
      },
    }),
  );
  acknowledge(bucket, {
    'AwsSolutions-S1': 'Everybody reads it through CloudFront, which keeps its own access log.',
  });
  return bucket;
}
