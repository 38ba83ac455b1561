import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { newId } from '#shared/ids.ts';
import type { Instant } from '#shared/time.ts';
import { guarded } from '../role-guard.ts';
import { mediaAddress, mediaBucket } from './media-bucket.ts';
import { newS3 } from './object-storage.ts';

const client = guarded(newS3());

/*
 * Uploaded pictures: `avatars/<user id>/<id>.jpg`, `bios/<user id>/<id>.jpg`, the photos of groups as `chats/<chat id>/<name>.jpg`, and the
 * pictures of messages as `messages/<chat id>/<name>.jpg`. An IAM policy names these folders. CloudFront serves a picture to anybody who
 * has its address, and nobody can list addresses; but those of messages it cannot read (functions/pages/chat-picture.ts shows them).
 */

/** The name of a portrait or of a picture in a bio. */
const PICTURE_OF_PERSON = /^[0-9A-Z]{26}\.jpg$/;

const FOREVER = 'public, max-age=31536000, immutable';
/** The cache time of a portrait, so that one that was removed disappears from caches after five minutes. */
const MINUTES = 'public, max-age=300';

export type Media = {
  /**
   * Stores a JPEG as a person's portrait and returns its address. Each portrait has its own address that is never reused, so
   * removing one never removes a newer one.
   */
  keepPortrait(userId: string, jpeg: Uint8Array, now: Instant): Promise<string>;
  /**
   * Stores a JPEG for a person's bio and returns its address. Each picture has its own address that is never reused, so
   * removing one never removes a newer one.
   */
  keepBioPicture(userId: string, jpeg: Uint8Array, now: Instant): Promise<string>;
  /** Removes a portrait of a person and ignores any other address. Edge caches may keep it for some minutes. */
  removePortrait(userId: string, address: string): Promise<void>;
  /** Removes a picture of a person's bio and ignores any other address. Edge caches may keep it for a while. */
  removeBioPicture(userId: string, address: string): Promise<void>;
};

/** The pictures of chats: those of messages, and the photos of groups. */
export type ChatPictures = {
  /** Stores the picture of a message, and returns the address by which it is kept. The same name replaces the picture. */
  keep(chatId: string, name: string, jpeg: Uint8Array): Promise<string>;
  /** Stores the photo of a group under an unguessable name, and returns its public address. */
  keepPhoto(chatId: string, name: string, jpeg: Uint8Array): Promise<string>;
  /** Removes a picture or photo of a chat and ignores any other address. Edge caches may keep a photo for a while. */
  remove(chatId: string, address: string): Promise<void>;
};

export const media: Media = {
  keepPortrait: (userId, jpeg, now) => keep(`avatars/${userId}/${newId(now)}.jpg`, jpeg, MINUTES),

  removePortrait: (userId, address) => remove(`avatars/${userId}`, address, PICTURE_OF_PERSON),

  keepBioPicture: (userId, jpeg, now) => keep(`bios/${userId}/${newId(now)}.jpg`, jpeg, FOREVER),

  removeBioPicture: (userId, address) => remove(`bios/${userId}`, address, PICTURE_OF_PERSON),
};

export const chatPictures: ChatPictures = {
  keep: (chatId, name, jpeg) => keep(`messages/${chatId}/${name}.jpg`, jpeg, 'no-store'),
  keepPhoto: (chatId, name, jpeg) => keep(`chats/${chatId}/${name}.jpg`, jpeg, FOREVER),

  async remove(chatId, address) {
    for (const folder of ['messages', 'chats'])
      await remove(`${folder}/${chatId}`, address, /^[\w-]{43}\.jpg$/);
  },
};

/** Removes the picture of an address, if it is in the folder and has a name of this pattern. */
async function remove(folder: string, address: string, pattern: RegExp): Promise<void> {
  const start = mediaAddress(`${folder}/`);
  const name = address.slice(start.length);
  if (!address.startsWith(start) || !pattern.test(name)) return;
  await client.send(deletion(`${folder}/${name}`));
}

const deletion = (key: string) => new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key });

async function keep(key: string, jpeg: Uint8Array, cacheControl: string): Promise<string> {
  await client.send(
    new PutObjectCommand({
      Bucket: mediaBucket(),
      Key: key,
      Body: jpeg,
      ContentType: 'image/jpeg',
      CacheControl: cacheControl,
    }),
  );
  return mediaAddress(key);
}
