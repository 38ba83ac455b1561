import { Fragment } from 'react';
import type { PublicAnswerText } from './public-answer-queries.ts';

type Piece = PublicAnswerText['title'][number];

/** The pieces of a public text. A hidden place is a long dash, which is read aloud as what it hides. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change while it is shown
    <Fragment key={nth}>
      {piece.hidden ? (
        <>
          <span aria-hidden className="long-dash">
            {piece.text}
          </span>
          <span className="sr-only">{piece.hidden === 'NAME' ? 'name hidden' : 'hidden'}</span>
        </>
      ) : (
        piece.text
      )}
    </Fragment>
  ));
}

/** The paragraphs of a public text. */
export function PublicParagraphs({ paragraphs }: { paragraphs: PublicAnswerText['answer'] }) {
  return paragraphs.map((pieces, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change while it is shown
    <p key={nth} dir="auto" className="wrap-anywhere">
      <Pieces pieces={pieces} />
    </p>
  ));
}
