import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { removePictures } from '#lib/operator/ops/pictures.ts';

/* The deletion of an account's pictures from a bucket that keeps old versions. */

const s3 = mockClient(S3Client);
afterAll(() => s3.restore());
afterEach(() => {
  s3.reset();
});

test('removePictures deletes every version and delete marker of every picture, page by page', async () => {
  process.env.MEDIA_BUCKET = 'media';
  const portraits = { Bucket: 'media', Prefix: 'avatars/U1/' };
  s3.on(ListObjectVersionsCommand).resolves({});
  s3.on(ListObjectVersionsCommand, portraits)
    .resolvesOnce({
      IsTruncated: true,
      NextKeyMarker: 'avatars/U1/a.jpg',
      NextVersionIdMarker: 'v2',
      Versions: [
        { Key: 'avatars/U1/a.jpg', VersionId: 'v3', IsLatest: true },
        { Key: 'avatars/U1/a.jpg', VersionId: 'v2' },
      ],
    })
    .resolvesOnce({ Versions: [{ Key: 'avatars/U1/a.jpg', VersionId: 'v1' }] });
  s3.on(ListObjectVersionsCommand, { Bucket: 'media', Prefix: 'bios/U1/' }).resolves({
    Versions: [{ Key: 'bios/U1/a.jpg', VersionId: 'w1' }],
    DeleteMarkers: [{ Key: 'bios/U1/a.jpg', VersionId: 'w2' }],
  });
  expect(await removePictures('U1')).toBe(5);
  const removed = s3
    .commandCalls(DeleteObjectCommand)
    .map(({ args: [{ input }] }) => `${input.Key} ${input.VersionId}`);
  expect(removed).toEqual([
    'avatars/U1/a.jpg v3',
    'avatars/U1/a.jpg v2',
    'avatars/U1/a.jpg v1',
    'bios/U1/a.jpg w1',
    'bios/U1/a.jpg w2',
  ]);
});
