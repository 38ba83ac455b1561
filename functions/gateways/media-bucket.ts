/** The name of the bucket of pictures and of copies of people's data. Throws if it is not set. */
export function mediaBucket(): string {
  const name = process.env.MEDIA_BUCKET;
  if (!name) throw new Error('MEDIA_BUCKET is not set');
  return name;
}

/** The public address of a stored picture. */
export const mediaAddress = (key: string): string => `${process.env.MEDIA_URL}/${key}`;
