import { AwsCommand } from '../aws/client.ts';
import { newS3, type ObjectRequest } from '../aws/services.ts';
import { guarded } from '../role-guard.ts';
import { mediaAddress, mediaBucket } from './media-bucket.ts';

const client = guarded(newS3());

/** The key of a stored portrait. */
const PORTRAIT = /^avatars\/[0-9A-Z]{26}\.jpg$/;

/** Returns the JPEG of a portrait by its address; undefined for any other address. Throws if it cannot be read. */
export async function portraitAt(address: string | null): Promise<Uint8Array | undefined> {
  const start = mediaAddress('');
  if (!address?.startsWith(start)) return undefined;
  const [key = ''] = address.slice(start.length).split('?');
  if (!PORTRAIT.test(key)) return undefined;
  const object = { Bucket: mediaBucket(), Key: key };
  const { bytes } = await client.send(
    new AwsCommand<ObjectRequest, { bytes: Uint8Array }>('GetObject', object),
  );
  return bytes;
}
