import { useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Composer, type ComposerProps } from './Composer.tsx';
import { usePictureDrop } from './use-picture-drop.ts';

const SendPicture = lazyPart(async () => (await import('./SendPicture.tsx')).SendPicture);

export type PictureComposerProps = Omit<ComposerProps, 'onPicture'> & { onPictureSent: () => void };

/* The composer, and the dialog for a picture that was chosen, pasted into it or dropped on the page. */
export function PictureComposer({ chatId, onSend, onPictureSent }: PictureComposerProps) {
  const [file, setFile] = useState<File>();
  const isOver = usePictureDrop(file ? undefined : setFile);
  return (
    <>
      {isOver && (
        <p aria-hidden className="drop-place">
          Drop the picture here
        </p>
      )}
      <Composer chatId={chatId} onSend={onSend} onPicture={setFile} />
      {file && (
        <SendPicture
          chatId={chatId}
          file={file}
          onSent={onPictureSent}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  );
}
