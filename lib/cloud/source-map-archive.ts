import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CfnOutput } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { archiveMaps } from '../source-maps.ts';
import type { Stage } from './stage.ts';

/** Uploads the source maps of a build to the CDK's asset bucket, for `npm run trace`. */
export class SourceMapArchive extends Construct {
  constructor(scope: Construct, { stage }: { readonly stage: Stage }) {
    super(scope, 'SourceMaps');
    const folder = mkdtempSync(join(tmpdir(), 'source-maps-'));
    try {
      const path = join(folder, 'source-maps.json.gz');
      writeFileSync(path, archiveMaps(stage.bundles));
      const asset = new Asset(this, 'Archive', { path, assetHash: stage.build });
      // The CDK's garbage collection keeps assets that a stack refers to.
      new CfnOutput(this, 'Address', { value: asset.s3ObjectUrl });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
