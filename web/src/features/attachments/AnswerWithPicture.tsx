import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { shownFragment } from '#web/ui/RichText.tsx';
import { LetterPicture } from './LetterFilesShown.tsx';
import type { FilesOfMessage } from './shown-files.ts';
import { placedIn, titledFiles } from './shown-files.ts';

export type AnswerWithPictureProps = FilesOfMessage & { html: string };

/* The text of an answer with one picture between two of its paragraphs, and its caption. */
export function AnswerWithPicture({ html, ...props }: AnswerWithPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [slot] = useState(() => document.createElement('figure'));
  const placed = placedIn(titledFiles(props.files));
  const position = placed?.position ?? 0;
  useLayoutEffect(() => {
    const fragment = shownFragment(html);
    slot.className = 'placed-picture';
    fragment.insertBefore(slot, fragment.children[position] ?? null);
    box.current?.replaceChildren(fragment);
  }, [html, position, slot]);
  return (
    <>
      <div ref={box} dir="auto" className="prose" />
      {placed &&
        createPortal(
          <>
            <LetterPicture {...props} file={placed} />
            {placed.caption && <figcaption dir="auto">{placed.caption}</figcaption>}
          </>,
          slot,
        )}
    </>
  );
}
