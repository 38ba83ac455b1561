import { useState } from 'react';
import { plainText } from '#shared/rules/conversations/messages.ts';
import type { AnswerDraftSync } from '../conversations/answers/answer-draft-sync.ts';
import type { AnswerWords } from '../conversations/answers/device-answer-draft.ts';
import { AddFiles } from './AddFiles.tsx';
import { answerPlace } from './answer-place.ts';
import type { AttachmentRow } from './attachment-rows.ts';
import { type PlacedSo, PlaceInText } from './PlaceInText.tsx';
import { blocksOf } from './text-blocks.ts';

export type AnswerFilesProps = {
  conversationId: string;
  keeper: AnswerDraftSync;
  words: AnswerWords;
};

/** A picture for which a place in the text is being chosen. */
type Placing = { readonly attachmentId: string; readonly title: string; readonly chosen: PlacedSo };

/** By their answer: a tablet that is turned shows the answer in another place of the app, which goes on with what was typed. */
const placings = new WeakMap<AnswerDraftSync, Placing>();

/*
 * The pictures and PDFs of an answer that is being written, as rows of its sheet. One picture can stand between two paragraphs, with a
 * caption. docs/product/attachments.md#in-an-answer
 */
export function AnswerFiles({ conversationId, keeper, words }: AnswerFilesProps) {
  const { attachments = [], placedPictures = [], text } = words;
  const [placing, setPlacing] = usePlacing(keeper, attachments);
  const [placed] = placedPictures;
  const blocks = blocksOf(text);
  const keepIds = (ids: readonly string[]) =>
    keeper.write({
      attachments: ids,
      placedPictures: placedPictures.filter(({ attachmentId }) => ids.includes(attachmentId)),
    });
  const isPlaced = (row: Pick<AttachmentRow, 'attachmentId'>) =>
    placed !== undefined && placed.attachmentId === row.attachmentId;
  const open = ({ attachmentId, title }: AttachmentRow) => {
    if (attachmentId === undefined) return;
    const now = placed?.attachmentId === attachmentId ? placed : undefined;
    const { position = Math.max(1, blocks.length - 1), caption = '' } = now ?? {};
    setPlacing({ attachmentId, title, chosen: { position, caption } });
  };
  return (
    <>
      <AddFiles
        place={answerPlace(conversationId, keeper)}
        ids={attachments}
        onIds={keepIds}
        more={(row) =>
          row.kind === 'picture' &&
          row.attachmentId !== undefined &&
          blocks.length > 0 && (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => open(row)}
              className="min-h-11 w-full truncate pb-1 text-left font-semibold text-[0.875rem] text-back underline underline-offset-4"
            >
              {isPlaced(row)
                ? placeWords(blocks, placed?.position ?? 0)
                : placed
                  ? `Put ${row.title} into the text instead`
                  : `Put ${row.title} into the text`}
            </button>
          )
        }
      />
      {placing && (
        <PlaceInText
          title={placing.title}
          blocks={blocks}
          chosen={placing.chosen}
          onChange={(chosen) => setPlacing({ ...placing, chosen })}
          isPlaced={isPlaced(placing)}
          onPlace={(chosen) => {
            const { attachmentId } = placing;
            keeper.write({ placedPictures: chosen ? [{ attachmentId, ...chosen }] : [] });
            setPlacing(undefined);
          }}
          onClose={() => setPlacing(undefined)}
        />
      )}
    </>
  );
}

/** Keeps the picture that is being placed beyond the screen, until its file is removed. */
function usePlacing(keeper: AnswerDraftSync, ids: readonly string[]) {
  const [placing, setShown] = useState(() => placings.get(keeper));
  const setPlacing = (next: Placing | undefined) => {
    if (next) placings.set(keeper, next);
    else placings.delete(keeper);
    setShown(next);
  };
  return [placing && ids.includes(placing.attachmentId) ? placing : undefined, setPlacing] as const;
}

/** Where a picture stands: after the paragraph that begins so. */
function placeWords(blocks: readonly string[], position: number): string {
  const before = blocks[Math.min(position, blocks.length) - 1];
  return before === undefined
    ? 'In the text, at the top'
    : `In the text, after “${plainText(before).slice(0, 60)}”`;
}
