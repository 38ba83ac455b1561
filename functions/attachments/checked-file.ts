import { createHash } from 'node:crypto';
import type { KeptFile } from '#shared/rules/attachments/attachments.ts';

/** A file that a check has made: what is stored of an upload, and what is known of it. */
export type CheckedFile = Omit<KeptFile, 'bytes' | 'sha256' | 'hasThumbnail'> & {
  readonly content: Uint8Array;
  /** A JPEG. */
  readonly thumbnail?: Uint8Array;
};

/** The attributes that are stored of a checked file. */
export function keptFileOf({ content, thumbnail, ...known }: CheckedFile): KeptFile {
  return {
    ...known,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('base64url'),
    ...(thumbnail && { hasThumbnail: true }),
  };
}
