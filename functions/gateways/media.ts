import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { newId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/time.ts';

const client = new S3Client({ maxAttempts: 3 });

/** Where the pictures of a person lie: `avatars/<user id>/…`, `bios/<user id>/…`. A grant names these folders. */
export type MediaFolder = 'avatars' | 'bios';

export type Media = {
  /**
   * Stores a JPEG and answers its address. Each picture has an address of its own that never shows another one, so
   * whoever has it may keep it for good, and removing one never takes away what somebody stored again meanwhile.
   */
  keep(folder: MediaFolder, userId: string, jpeg: Uint8Array, now: Instant): Promise<string>;
  /** Removes a picture of this person; an address of anything else is left alone. What edges keep stays there a while. */
  remove(folder: MediaFolder, userId: string, address: string): Promise<void>;
};

/** Whether an address is that of a picture which was stored for this person. */
export function isOwnPicture(folder: MediaFolder, userId: string, address: string): boolean {
  return keyOf(folder, userId, address) !== undefined;
}

/** The bucket of this environment. */
export const media: Media = {
  async keep(folder, userId, jpeg, now) {
    const key = `${folder}/${userId}/${newId(now)}.jpg`;
    await client.send(
      new PutObjectCommand({
        Bucket: bucket(),
        Key: key,
        Body: jpeg,
        ContentType: 'image/jpeg',
        CacheControl: 'public, max-age=31536000, immutable',
      }),
    );
    return `${process.env.MEDIA_URL}/${key}`;
  },

  async remove(folder, userId, address) {
    const key = keyOf(folder, userId, address);
    if (key) await client.send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
  },
};

function keyOf(folder: MediaFolder, userId: string, address: string): string | undefined {
  const start = `${process.env.MEDIA_URL}/`;
  const key = address.startsWith(start) ? address.slice(start.length) : '';
  const name = key.startsWith(`${folder}/${userId}/`) ? key.split('/')[2] : undefined;
  return name && /^[0-9A-Z]{26}\.jpg$/.test(name) && key.split('/').length === 3 ? key : undefined;
}

function bucket(): string {
  const name = process.env.MEDIA_BUCKET;
  if (!name) throw new Error('MEDIA_BUCKET is not set');
  return name;
}
