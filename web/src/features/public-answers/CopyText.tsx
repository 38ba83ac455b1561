import { Fragment } from 'react';
import { type Edit, HIDDEN, type Part } from '#shared/rules/public-answers/texts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type CopyPlace, isSamePlace, type Stretch, stretchesOf } from './copy-edits.ts';
import type { PublicCopy } from './copy-queries.ts';

export type CopyTextProps = {
  copy: Pick<PublicCopy, 'texts' | 'editsBefore'>;
  part: Part;
  edits: readonly Edit[];
  places: readonly CopyPlace[];
  /** Opens the decision about a place; absent where nothing can be changed. */
  onPlace?: ((place: CopyPlace) => void) | undefined;
};

/** A text of a copy with every change, and the places that could be changed. */
export function CopyText({ copy, part, edits, places, onPlace }: CopyTextProps) {
  const paragraphs = stretchesOf(copy.texts, part, onPlace ? places : [], edits);
  const isNew = (edit: Edit) =>
    copy.editsBefore !== null &&
    !copy.editsBefore.some((one) => isSamePlace(one, edit) && one.text === edit.text);
  return paragraphs.map((stretches, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a letter stay
    <p key={nth} dir="auto" className="wrap-anywhere">
      {stretches.map((stretch, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is known by its place
        <Fragment key={place}>
          {stretch.place ? (
            <Marked
              stretch={stretch}
              place={stretch.place}
              isNew={stretch.edit !== undefined && isNew(stretch.edit)}
              onPlace={onPlace}
            />
          ) : (
            stretch.text
          )}
        </Fragment>
      ))}
    </p>
  ));
}

type MarkedProps = {
  stretch: Stretch;
  place: CopyPlace;
  isNew: boolean;
  onPlace: ((place: CopyPlace) => void) | undefined;
};

function Marked({ stretch: { text, edit }, place, isNew, onPlace }: MarkedProps) {
  const words = edit ? <Changed text={text} edit={edit} isNew={isNew} /> : text;
  if (!onPlace) return words;
  return (
    <button
      type="button"
      onClick={() => onPlace(place)}
      className={classNames(
        'hit-area rounded-sm px-0.5 text-left underline decoration-dotted underline-offset-4',
        !edit && 'bg-[var(--marked)]',
      )}
    >
      {words}
      <span className="sr-only">, {edit ? 'change' : 'keep, hide or reword'}</span>
    </button>
  );
}

/** A changed place: what the letter says, struck out, and what the public reads. */
function Changed({ text, edit, isNew }: { text: string; edit: Edit; isNew: boolean }) {
  return (
    <>
      <del className="text-soft decoration-1">
        <span className="sr-only">{isNew ? 'newly changed: ' : 'changed: '}</span>
        {text}
      </del>{' '}
      <ins className={classNames('font-semibold no-underline', isNew && 'bg-[var(--marked)]')}>
        {edit.text === undefined ? (
          <>
            <span aria-hidden className="long-dash">
              {HIDDEN}
            </span>
            <span className="sr-only">hidden</span>
          </>
        ) : (
          edit.text
        )}
      </ins>
    </>
  );
}
