import { AddFiles } from './AddFiles.tsx';
import { placeKeys } from './page-uploads.ts';
import type { ReplyFileIds } from './reply-file-ids.ts';

export type ReplyFilesProps = { conversationId: string; files: ReplyFileIds };

/* The pictures and PDFs of a free reply that is being written. */
export function ReplyFiles({ conversationId, files }: ReplyFilesProps) {
  return (
    <AddFiles
      place={{ key: placeKeys.reply(conversationId), for: { conversationId }, keep: files.add }}
      ids={files.ids}
      onIds={files.set}
    />
  );
}
