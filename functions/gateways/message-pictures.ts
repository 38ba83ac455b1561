import { AwsCommand } from '../aws/client.ts';
import { newS3, type ObjectRequest } from '../aws/services.ts';
import { guarded } from '../role-guard.ts';
import { mediaAddress, mediaBucket } from './media-bucket.ts';

const client = guarded(newS3());

/** The key of a stored picture of a message. */
const PICTURE = /^messages\/[0-9A-Z]{26}\/[\w-]{43}\.jpg$/;

/** Returns the JPEG of a message by its stored address; undefined if it is removed, and for any other address. */
export async function messagePictureAt(address: string): Promise<Uint8Array | undefined> {
  const start = mediaAddress('');
  const key = address.slice(start.length);
  if (!address.startsWith(start) || !PICTURE.test(key)) return undefined;
  try {
    const object = { Bucket: mediaBucket(), Key: key };
    const { bytes } = await client.send(
      new AwsCommand<ObjectRequest, { bytes: Uint8Array }>('GetObject', object),
    );
    return bytes;
  } catch (fault) {
    if ((fault as Error).name === 'NoSuchKey') return undefined;
    throw fault;
  }
}
