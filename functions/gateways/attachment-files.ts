import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { FILE_LINK_TIME } from '#shared/rules/attachments/attachments.ts';
import { SECOND } from '#shared/time.ts';
import { credentials, region } from '../aws-clients.ts';
import { guarded } from '../role-guard.ts';
import { machineTime } from './clock.ts';
import { mediaBucket } from './media-bucket.ts';
import { newS3 } from './object-storage.ts';

const client = guarded(newS3());

/*
 * The files of attachments in the media bucket: `uploads/<user id>/<attachment id>` as the browser sent it, which is deleted after the
 * check, and `attachments/<attachment id>/whole` and `/thumbnail`, which the check has stored. CloudFront can read none of them.
 */

/** A file that a browser may upload. */
type Upload = {
  readonly userId: string;
  readonly attachmentId: string;
  readonly type: string;
  readonly bytes: number;
};

type UploadForm = {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
};

export type AttachmentUploads = {
  /**
   * Signs a form with which a browser uploads exactly this file: S3 refuses another key, another type, another number of bytes, and
   * everything later than `validFor` milliseconds.
   */
  formFor(upload: Upload, validFor: number): Promise<UploadForm>;
};

/** A checked file, as it is linked to. */
type LinkedFile = {
  readonly attachmentId: string;
  readonly type: string;
  /** The name of a saved copy. */
  readonly name: string;
};

export type AttachmentLinks = {
  /** Returns an address at which a browser shows or plays the file, for 5 minutes. */
  shown(file: LinkedFile): Promise<string>;
  /** Returns an address at which a browser saves the file under its name, for 5 minutes. */
  saved(file: LinkedFile): Promise<string>;
  /** Returns an address of its thumbnail, for 5 minutes. */
  thumbnail(attachmentId: string): Promise<string>;
};

/** The files of attachments, for the function that checks them. */
export type AttachmentFiles = {
  /** The file that the browser sent, if it has this entity tag; undefined if it is gone or replaced. */
  uploaded(userId: string, attachmentId: string, etag: string): Promise<Uint8Array | undefined>;
  /** Stores a checked file; storing it again replaces it. */
  keep(attachmentId: string, part: FilePart, file: StoredFile): Promise<void>;
  removeUpload(userId: string, attachmentId: string): Promise<void>;
};

export type AttachmentRemoval = {
  /** Removes all files of an attachment; removing them again changes nothing. */
  removeAll(userId: string, attachmentId: string): Promise<void>;
};

type FilePart = 'whole' | 'thumbnail';
type StoredFile = { readonly bytes: Uint8Array; readonly type: string };

const uploadKey = (userId: string, attachmentId: string): string =>
  `uploads/${userId}/${attachmentId}`;

const keptKey = (attachmentId: string, part: FilePart): string =>
  `attachments/${attachmentId}/${part}`;

const THUMBNAIL_TYPE = 'image/jpeg';

/*
 * A form of S3 is a policy in base64, with the signature of AWS over it.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export const attachmentUploads: AttachmentUploads = {
  async formFor({ userId, attachmentId, type, bytes }, validFor) {
    const bucket = mediaBucket();
    const signing = await credentials();
    const signingDate = machineTime();
    const date = signingDate.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const signed = {
      key: uploadKey(userId, attachmentId),
      'Content-Type': type,
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': `${signing.accessKeyId}/${date.slice(0, 8)}/${await region()}/s3/aws4_request`,
      'x-amz-date': date,
      ...(signing.sessionToken && { 'x-amz-security-token': signing.sessionToken }),
    };
    const policy = {
      expiration: new Date(signingDate.getTime() + validFor).toISOString(),
      conditions: [
        { bucket },
        ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
        ['content-length-range', bytes, bytes],
      ],
    };
    const text = Buffer.from(JSON.stringify(policy)).toString('base64');
    const signature = await signer.sign(text, { signingDate });
    const fields = { ...signed, policy: text, 'x-amz-signature': signature };
    return { url: await bucketAddress(bucket), fields };
  },
};

const signer = new SignatureV4({
  service: 's3',
  region,
  credentials,
  sha256: Hash.bind(null, 'sha256'),
});

/** The address of a bucket for browsers. A local service has one address for all buckets. */
async function bucketAddress(bucket: string): Promise<string> {
  const local = process.env.AWS_ENDPOINT_URL_S3;
  return local ? `${local}/${bucket}` : `https://${bucket}.s3.${await region()}.amazonaws.com/`;
}

export const attachmentLinks: AttachmentLinks = {
  shown: ({ attachmentId, type }) => linkTo(keptKey(attachmentId, 'whole'), type, 'inline'),
  saved: ({ attachmentId, type, name }) =>
    linkTo(keptKey(attachmentId, 'whole'), type, savedAs(name)),
  thumbnail: (attachmentId) => linkTo(keptKey(attachmentId, 'thumbnail'), THUMBNAIL_TYPE, 'inline'),
};

/** Signs a link. The type is ours and not the file's, and nothing on the way may keep a copy. */
const linkTo = (key: string, type: string, disposition: string): Promise<string> =>
  getSignedUrl(
    client,
    new GetObjectCommand({
      Bucket: mediaBucket(),
      Key: key,
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    }),
    { expiresIn: FILE_LINK_TIME / SECOND },
  );

/** The header for saving a file under a name: in ASCII for old programs, and whole for all others (RFC 6266). */
function savedAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The errors of S3 for a missing object, the second one for a caller that may not list the bucket, and for a replaced one. */
const MISSING = ['NoSuchKey', 'AccessDenied', 'PreconditionFailed'];

export const attachmentFiles: AttachmentFiles = {
  async uploaded(userId, attachmentId, etag) {
    const Key = uploadKey(userId, attachmentId);
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: mediaBucket(), Key, IfMatch: `"${etag}"` }),
      );
      return await Body?.transformToByteArray();
    } catch (fault) {
      if (MISSING.includes((fault as Error).name)) return undefined;
      throw fault;
    }
  },
  async keep(attachmentId, part, { bytes, type }) {
    await client.send(
      new PutObjectCommand({
        Bucket: mediaBucket(),
        Key: keptKey(attachmentId, part),
        Body: bytes,
        ContentType: type,
        CacheControl: 'private, no-store',
      }),
    );
  },
  removeUpload: (userId, attachmentId) => remove(uploadKey(userId, attachmentId)),
};

export const attachmentRemoval: AttachmentRemoval = {
  async removeAll(userId, attachmentId) {
    await remove(uploadKey(userId, attachmentId));
    await remove(keptKey(attachmentId, 'whole'));
    await remove(keptKey(attachmentId, 'thumbnail'));
  },
};

async function remove(key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key }));
}
