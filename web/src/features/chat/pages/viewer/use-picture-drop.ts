import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onDrop`, if it is defined, with a file that is dropped anywhere on the page. Returns whether files are being
 * dragged over the page.
 */
export function usePictureDrop(onDrop: ((file: File) => void) | undefined): boolean {
  const [isOver, setIsOver] = useState(false);
  const dropped = useEffectEvent((file: File | undefined) => {
    setIsOver(false);
    if (file) onDrop?.(file);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // The browser would open the file in place of the page.
      event.preventDefault();
      setIsOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dropped(event.dataTransfer?.files[0]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver && onDrop !== undefined;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
