import { AwsCommand } from '../aws/client.ts';
import { newS3, type ObjectRequest } from '../aws/services.ts';
import { guarded } from '../role-guard.ts';

const client = guarded(newS3());

/** The key of a stored portrait. */
const PORTRAIT = /^avatars\/[0-9A-Z]{26}\.jpg$/;

/** Returns the JPEG of a portrait by its address; undefined for any other address. Throws if it cannot be read. */
export async function portraitAt(address: string | null): Promise<Uint8Array | undefined> {
  const start = `${process.env.MEDIA_URL}/`;
  if (!address?.startsWith(start)) return undefined;
  const [key = ''] = address.slice(start.length).split('?');
  if (!PORTRAIT.test(key)) return undefined;
  const object = { Bucket: process.env.MEDIA_BUCKET ?? '', Key: key };
  const { bytes } = await client.send(
    new AwsCommand<ObjectRequest, { bytes: Uint8Array }>('GetObject', object),
  );
  return bytes;
}
