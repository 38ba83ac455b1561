import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onDrop` with a file that is dropped anywhere on the page, unless it is undefined. Returns whether files are being
 * dragged over the page.
 */
export function usePictureDrop(onDrop: ((file: File) => void) | undefined): boolean {
  const [isOver, setIsOver] = useState(false);
  const dropped = useEffectEvent((file: File | undefined) => {
    setIsOver(false);
    if (file) onDrop?.(file);
  });
  useEffect(() => {
    const stop = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files')) act(event);
        },
        stop,
      );
    on('dragover', (event) => {
      // The browser would open the file in place of the page.
      event.preventDefault();
      setIsOver(true);
    });
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setIsOver(false);
    });
    on('drop', (event) => {
      event.preventDefault();
      dropped(event.dataTransfer?.files[0]);
    });
    return () => stop.abort();
  }, []);
  return isOver && onDrop !== undefined;
}

/**
 * The picture in pasted data. Programs for texts and tables add a picture of copied text, so there is none if there is
 * text.
 */
export function pastedPicture({ types, files }: Pick<DataTransfer, 'types' | 'files'>) {
  if (types.includes('text/plain')) return undefined;
  return [...files].find(({ type }) => type.startsWith('image/'));
}
