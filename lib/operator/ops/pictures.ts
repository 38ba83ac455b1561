import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';

/* The pictures of one account in the media bucket, with the versions that were replaced or removed. */

/** One stored version of a picture, or the mark that S3 leaves in place of one that was removed. */
export type PictureVersion = { readonly key: string; readonly version: string };

const bucket = () => process.env.MEDIA_BUCKET ?? '';

/** Where functions/gateways/media.ts stores the portrait of an account, and the pictures of its bio. */
const prefixesOf = (userId: string) => [`avatars/${userId}.jpg`, `bios/${userId}/`];

async function atBucket<Answer>(ask: (client: S3Client) => Promise<Answer>): Promise<Answer> {
  const client = new S3Client({ maxAttempts: 3 });
  try {
    return await ask(client);
  } finally {
    client.destroy();
  }
}

/** Every version of every picture of an account, also of those that nobody sees any more. */
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
 * Removes the pictures of an account with all of their versions, so that nothing of them can be brought back. Gives how
 * many versions there were. May be interrupted and run again: what is gone is not listed any more.
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
