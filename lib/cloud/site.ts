import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import type { PublicSettings } from '../../shared/settings.ts';
import { CHECK_EACH_TIME, FOREVER, HASHED_FOLDER } from '../cache-headers.ts';
import { ConfigError } from '../cli-error.ts';
import type { StageSettings } from '../settings.ts';
import { stageDocument, stageWorker } from '../stage-document.ts';
import { acknowledge } from './acknowledge.ts';
import type { FrontStack } from './front.ts';

/** A built web app, and the first path segments that are files or folders of it. */
export type WebBuild = { readonly directory: string; readonly files: readonly string[] };

/** As the build writes it: eight characters that follow from the content. */
const HASHED_NAME = /-[\w-]{8}\.\w+(\.map)?$/;

/**
 * The web app as `vite build` left it; undefined when nobody built it, which a check of the templates need not do.
 * Throws a ConfigError about a file that browsers would keep for a year though its name does not change with it.
 */
export function findWebBuild(directory: string): WebBuild | undefined {
  if (!existsSync(join(directory, 'index.html'))) return undefined;
  const assets = join(directory, HASHED_FOLDER);
  const plain = existsSync(assets) && readdirSync(assets).find((name) => !HASHED_NAME.test(name));
  if (plain)
    throw new ConfigError(
      `${join(assets, plain)} has no hash in its name, but browsers would keep it for a year.`,
    );
  return { directory, files: readdirSync(directory).sort() };
}

/** The web app in its bucket. After the API, so that no page asks for an operation that is not there yet. */
export class SiteStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { front: FrontStack; build: WebBuild; settings: StageSettings },
  ) {
    super(scope, id, props);
    const { front, build, settings } = props;
    const logGroup = new LogGroup(this, 'Log', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const to = { destinationBucket: front.webBucket, prune: false, memoryLimit: 512, logGroup };
    // Their names change with their content. Old ones stay, since a page that is open still asks for its own, and they
    // stay for good: all that a rule could go by is age, and what has not changed for a year is often still in use. A
    // build has 2 MB; after a thousand deployments that changed all of it they cost 5 cents a month.
    const assets = new BucketDeployment(this, 'Assets', {
      ...to,
      sources: [
        Source.asset(build.directory, {
          exclude: ['*', `!${HASHED_FOLDER}`, `!${HASHED_FOLDER}/**`, '**/*.map'],
        }),
      ],
      cacheControl: [CacheControl.fromString(FOREVER)],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...to,
      sources: [
        Source.asset(build.directory, {
          exclude: [HASHED_FOLDER, 'index.html', 'sw.js', '**/*.map'],
        }),
        Source.data('index.html', documentAt(front.origin, build.directory, settings)),
        Source.data('sw.js', workerIn(build.directory, settings)),
      ],
      cacheControl: [CacheControl.fromString(CHECK_EACH_TIME)],
      distribution: front.distribution,
      distributionPaths: ['/*'],
    });
    pages.node.addDependency(assets);
    acknowledgeUploader(this, front);
  }
}

/**
 * The document as this stage serves it, with what it says of itself. Whoever shows a preview of a link wants the whole
 * address of its picture, which is known at deployment only.
 */
export function documentAt(origin: string, directory: string, settings: PublicSettings): string {
  const document = readFileSync(join(directory, 'index.html'), 'utf8');
  return stageDocument(document, settings).replaceAll(
    /(?<=<meta\s[^>]*content=")(?=\/images\/)/g,
    () => origin,
  );
}

const workerIn = (directory: string, settings: PublicSettings) =>
  stageWorker(readFileSync(join(directory, 'sw.js'), 'utf8'), settings);

/** CDK's own uploader, which runs at deployment alone, between its bucket of assets and the bucket of the web app. */
function acknowledgeUploader(site: SiteStack, front: FrontStack): void {
  const assets = `arn:aws:s3:::cdk-hnb659fds-assets-${site.account}-${site.region}`;
  const web = `${front.stackName}:ExportsOutputFnGetAttWeb3C8945DBArn1CBB3848`;
  const resources = [assets, web].map((bucket) => `IAM5[Resource::${bucket}/*]`);
  const verbs = ['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'];
  const actions = verbs.map((verb) => `IAM5[Action::s3:${verb}]`);
  const logging =
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]';
  for (const finding of [...resources, ...actions, 'IAM5[Resource::*]', logging, 'L1'])
    acknowledge(site, {
      [`AwsSolutions-${finding}`]: "CDK's own uploader, which runs at deployment alone.",
    });
}
