import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';

/*
 * The pictures of an account's profile in the media bucket, including noncurrent versions. Pictures in chats belong to the messages,
 * which others keep after the account is deleted.
 */

/** A stored version of a picture, or a delete marker. */
export type PictureVersion = { readonly key: string; readonly version: string };

const bucket = () => process.env.MEDIA_BUCKET ?? '';

/** The keys and prefixes under which functions/gateways/media.ts stores an account's portraits and the pictures of its bio. */
const prefixesOf = (userId: string) => [`avatars/${userId}/`, `bios/${userId}/`];

async function atBucket<Answer>(ask: (client: S3Client) => Promise<Answer>): Promise<Answer> {
  const client = new S3Client({ maxAttempts: 3 });
  try {
    return await ask(client);
  } finally {
    client.destroy();
  }
}

/** Lists all versions of an account's pictures, including delete markers. */
export const picturesOf = (userId: string): Promise<readonly PictureVersion[]> =>
  atBucket(async (client) => {
    const found: PictureVersion[] = [];
    for (const Prefix of prefixesOf(userId)) {
      let page: ListObjectVersionsCommandOutput | undefined;
      do {
        page = await client.send(
          new ListObjectVersionsCommand({
            Bucket: bucket(),
            Prefix,
            KeyMarker: page?.NextKeyMarker,
            VersionIdMarker: page?.NextVersionIdMarker,
          }),
        );
        for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
          if (Key && VersionId) found.push({ key: Key, version: VersionId });
      } while (page.IsTruncated);
    }
    return found;
  });

/**
 * Permanently deletes all versions of an account's pictures. Returns how many there were. Safe to interrupt and run
 * again.
 */
export async function removePictures(userId: string): Promise<number> {
  const versions = await picturesOf(userId);
  await atBucket(async (client) => {
    for (const { key, version } of versions)
      await client.send(
        new DeleteObjectCommand({ Bucket: bucket(), Key: key, VersionId: version }),
      );
  });
  return versions.length;
}
