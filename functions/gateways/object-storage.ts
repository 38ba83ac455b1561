import { S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../aws-clients.ts';

/** Makes a client of S3. Checksums are sent and checked only where S3 requires them, so that a signed link needs no further headers. */
export function newS3(): S3Client {
  const settings = clientSettings('S3', { tries: 3, timeout: 5_000 });
  return new S3Client({
    ...settings,
    // A local service has one address for all buckets.
    forcePathStyle: 'endpoint' in settings,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
