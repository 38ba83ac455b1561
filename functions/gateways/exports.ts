import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { EXPORT_LINK_TIME, type ExportFormat } from '#shared/rules/accounts/data-export.ts';
import { SECOND } from '#shared/time.ts';
import { guarded } from '../role-guard.ts';
import { mediaBucket } from './media-bucket.ts';
import { newS3 } from './object-storage.ts';

const client = guarded(newS3());

/*
 * Copies of people's data, `exports/<user id>/<export id>.json` in the media bucket. CloudFront cannot read them, and S3 deletes them
 * after 7 days (lib/cloud/data.ts).
 */

type File = {
  readonly userId: string;
  readonly exportId: string;
  readonly format: ExportFormat;
};

export type ExportFiles = {
  /** Stores a file; storing it again replaces it. */
  keep(file: File, text: string): Promise<void>;
};

export type ExportLinks = {
  /** Returns an address at which a browser can save the file, for 5 minutes. */
  linkTo(file: File): Promise<string>;
};

const TYPES: Readonly<Record<ExportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

const keyOf = ({ userId, exportId, format }: File) => `exports/${userId}/${exportId}.${format}`;

export const exportFiles: ExportFiles = {
  async keep(file, text) {
    await client.send(
      new PutObjectCommand({
        Bucket: mediaBucket(),
        Key: keyOf(file),
        Body: Buffer.from(text),
        ContentType: TYPES[file.format],
        CacheControl: 'no-store',
      }),
    );
  },
};

export const exportLinks: ExportLinks = {
  linkTo: (file) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: mediaBucket(),
        Key: keyOf(file),
        ResponseContentDisposition: `attachment; filename="${PRODUCT_NAME}.${file.format}"`,
      }),
      { expiresIn: EXPORT_LINK_TIME / SECOND },
    ),
};
