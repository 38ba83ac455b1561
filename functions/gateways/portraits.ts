import { GetObjectCommand } from '@aws-sdk/client-s3';
import { guarded } from '../role-guard.ts';
import { mediaAddress, mediaBucket } from './media-bucket.ts';
import { newS3 } from './object-storage.ts';

const client = guarded(newS3());

/** The key of a stored portrait. */
const PORTRAIT = /^avatars\/[0-9A-Z]{26}\/[0-9A-Z]{26}\.jpg$/;

/** Returns the JPEG of a portrait by its address; undefined for any other address. Throws if it cannot be read. */
export async function portraitAt(address: string | null): Promise<Uint8Array | undefined> {
  const start = mediaAddress('');
  if (!address?.startsWith(start)) return undefined;
  const key = address.slice(start.length);
  if (!PORTRAIT.test(key)) return undefined;
  const { Body } = await client.send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
  return Body?.transformToByteArray();
}
