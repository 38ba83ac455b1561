import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import type { PublicSettings } from '#shared/settings.ts';
import { APPLE_DOMAIN_PATH } from '../apple-domain-file.ts';
import {
  AN_HOUR,
  CHECK_EACH_TIME,
  EMBED_SCRIPT,
  FOREVER,
  HASHED_FOLDER,
} from '../cache-headers.ts';
import { ConfigError } from '../cli-error.ts';
import type { StageSettings } from '../settings.ts';
import { stageDocument, stageWorker } from '../stage-document.ts';
import { acknowledge } from './acknowledge.ts';
import { type FrontStack, webArnName } from './front.ts';

/** A built web app, and the first path segments that are files or folders of it. */
export type WebBuild = { readonly directory: string; readonly files: readonly string[] };

/**
 * Matches paths that change with their content. Scripts and styles are named by a hash alone, because filters block some names;
 * other files have it after their name, or lie in a folder that is named for the version of their package.
 */
const HASHED_PATH = /^(?:[^/]+\/)*(?:[\da-f]{12}|[^/]+-[\w-]{8})\.\w+(?:\.map)?$|\/\d+\.\d+\.\d+\//;

/**
 * Finds the output of `vite build`; undefined when the web app is not built. Throws a ConfigError for an asset whose path
 * does not change with its content, because browsers would cache it for a year.
 */
export function findWebBuild(directory: string): WebBuild | undefined {
  if (!existsSync(join(directory, 'index.html'))) return undefined;
  const assets = join(directory, HASHED_FOLDER);
  const plain = existsSync(assets) && filesIn(assets).find((path) => !HASHED_PATH.test(path));
  if (plain)
    throw new ConfigError(
      `${join(assets, plain)} has no hash in its name, but browsers would cache it for a year.`,
    );
  return { directory, files: readdirSync(directory).sort() };
}

/** The paths of all files in a folder and the folders in it, relative to it, with slashes. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

/** Uploads the web app to its bucket. Deployed after the API, so that no page calls an operation that does not exist yet. */
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
    // Old files are never deleted, because open pages still request them, and a lifecycle rule by age would also delete
    // files that have not changed. A build has 2 MB, so a thousand of them cost 5 cents per month.
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
          exclude: [HASHED_FOLDER, 'index.html', 'sw.js', EMBED_SCRIPT, '**/*.map'],
        }),
        Source.data(
          'index.html',
          documentAt(front.origin, build.directory, { ...settings, live: front.live.settings }),
        ),
        // The address of live hints is only known during a deployment, so the hash of the settings does not contain it.
        Source.data('sw.js', `${workerIn(build.directory, settings)}// live ${front.live.host}\n`),
      ],
      cacheControl: [CacheControl.fromString(CHECK_EACH_TIME)],
      distribution: front.distribution,
      distributionPaths: ['/*'],
    });
    pages.node.addDependency(assets);
    // Before the pages, whose deployment empties the cache of CloudFront.
    const embed = new BucketDeployment(this, 'Embed', {
      ...to,
      sources: [Source.asset(build.directory, { exclude: ['*', `!${EMBED_SCRIPT}`] })],
      contentType: 'text/javascript; charset=utf-8',
      cacheControl: [CacheControl.fromString(AN_HOUR)],
    });
    pages.node.addDependency(embed);
    if (settings.appleDomainText !== undefined) {
      const domainFile = new BucketDeployment(this, 'AppleDomain', {
        ...to,
        sources: [Source.data(APPLE_DOMAIN_PATH.slice(1), settings.appleDomainText)],
        contentType: 'text/plain; charset=utf-8',
        cacheControl: [CacheControl.fromString(CHECK_EACH_TIME)],
      });
      pages.node.addDependency(domainFile);
    }
    acknowledgeUploader(this, front);
  }
}

/**
 * The HTML document of a stage, with its settings. Link previews need absolute URLs of images, so the origin, which is only
 * known during a deployment, is inserted.
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

/** Suppresses the findings about CDK's uploader function, which runs only during a deployment. */
function acknowledgeUploader(site: SiteStack, front: FrontStack): void {
  const assets = `arn:aws:s3:::cdk-hnb659fds-assets-${site.account}-${site.region}`;
  const resources = [assets, webArnName(front.webBucket)].map(
    (bucket) => `IAM5[Resource::${bucket}/*]`,
  );
  const verbs = ['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'];
  const actions = verbs.map((verb) => `IAM5[Action::s3:${verb}]`);
  const logging =
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]';
  for (const finding of [...resources, ...actions, 'IAM5[Resource::*]', logging, 'L1'])
    acknowledge(site, {
      [`AwsSolutions-${finding}`]: "It is CDK's uploader, which runs only during a deployment.",
    });
}
