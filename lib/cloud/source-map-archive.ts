import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { archivedMap, archiveHashOf, buildOf, bundlesIn } from '../source-maps.ts';
import type { Stage } from './stage.ts';

/**
 * Uploads the source map of each function to the CDK's asset bucket, where an operator looks up a line of a stack
 * trace.
 */
export class SourceMapArchive extends Construct {
  constructor(scope: Construct, { stage }: { readonly stage: Stage }) {
    super(scope, 'SourceMaps');
    const folder = mkdtempSync(join(tmpdir(), 'source-maps-'));
    try {
      const builds = new Map(bundlesIn(stage.bundles).map((bundle) => [buildOf(bundle), bundle]));
      for (const [build, bundle] of builds) {
        const path = join(folder, `${build}.json.gz`);
        writeFileSync(path, archivedMap(bundle));
        new Asset(this, build, { path, assetHash: build });
      }
      // The CDK's garbage collection keeps assets whose hashes stand in a template.
      Stack.of(this).addMetadata('SourceMaps', [...builds.keys()].map(archiveHashOf));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
