import { GetObjectCommand } from '@aws-sdk/client-s3';
import { guarded } from '../role-guard.ts';
import { mediaAddress, mediaBucket } from './media-bucket.ts';
import { newS3 } from './object-storage.ts';

const client = guarded(newS3());

/** The key of a stored picture of a message. */
const PICTURE = /^messages\/[0-9A-Z]{26}\/[\w-]{43}\.jpg$/;

/**
 * The errors of S3 for a missing object. A caller that may not list the bucket gets the second one, so that it cannot find out what
 * exists.
 */
const MISSING = ['NoSuchKey', 'AccessDenied'];

/** Returns the JPEG of a message by its stored address; undefined if it is removed, and for any other address. */
export type MessagePictureAt = (address: string) => Promise<Uint8Array | undefined>;

export const messagePictureAt: MessagePictureAt = async (address) => {
  const start = mediaAddress('');
  const key = address.slice(start.length);
  if (!address.startsWith(start) || !PICTURE.test(key)) return undefined;
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
    return await Body?.transformToByteArray();
  } catch (fault) {
    if (MISSING.includes((fault as Error).name)) return undefined;
    throw fault;
  }
};
