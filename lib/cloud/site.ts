import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import type { FrontStack } from './front.ts';

/** A built web app, and the first path segments that are files or folders of it. */
export type WebBuild = { readonly directory: string; readonly files: readonly string[] };

/** The web app as `vite build` left it; undefined when nobody built it, which a check of the templates need not do. */
export function findWebBuild(directory: string): WebBuild | undefined {
  if (!existsSync(join(directory, 'index.html'))) return undefined;
  return { directory, files: readdirSync(directory).sort() };
}

/** The web app in its bucket. After the API, so that no page asks for an operation that is not there yet. */
export class SiteStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { front, build, ...props }: StackProps & { front: FrontStack; build: WebBuild },
  ) {
    super(scope, id, props);
    const to = { destinationBucket: front.webBucket, prune: false, memoryLimit: 512 };
    // Their names change with their content. Old ones stay: a page that is open still asks for its own.
    const assets = new BucketDeployment(this, 'Assets', {
      ...to,
      sources: [Source.asset(build.directory, { exclude: ['*', '!assets', '!assets/**'] })],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...to,
      sources: [Source.asset(build.directory, { exclude: ['assets'] })],
      cacheControl: [CacheControl.noCache()],
      distribution: front.distribution,
      distributionPaths: ['/*'],
    });
    pages.node.addDependency(assets);
    for (const [rule, reason] of Object.entries(UPLOADER))
      Validations.of(this).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}

const UPLOADER = {
  IAM4: "CDK's own uploader, which runs at deployment alone, logs by AWS's policy for it.",
  IAM5: "CDK's own uploader writes any file of the web app into its one bucket.",
  L1: "CDK's own uploader brings the runtime it was tested with.",
};
