import { ImagePlus, WifiOff } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { FILES_MAX } from '#shared/rules/attachments/attachments.ts';
import { classNames } from '#web/ui/class-names.ts';
import { AttachmentRows } from './AttachmentRows.tsx';
import type { AttachmentRow } from './attachment-rows.ts';
import { FileChooser } from './FileChooser.tsx';
import { type AttachmentsInWriting, useAttachments } from './use-attachments.ts';
import { useFileDrop } from './use-file-drop.ts';
import './attachments.css';

export type AddFilesProps = AttachmentsInWriting & {
  /** Where there is room, files are dropped on a place that says so. */
  hasDropPlace?: boolean;
  /** Under a row: what else can be done with its file. */
  more?: (row: AttachmentRow) => ReactNode;
};

/*
 * The foot of a sheet that is being written: the files that were chosen, and the way to add more. What is dropped on the page or
 * pasted is added as well. docs/product/attachments.md#choosing
 */
export function AddFiles({ hasDropPlace, more, ...writing }: AddFilesProps) {
  const attachments = useAttachments(writing);
  const { rows, room, add } = attachments;
  const isOver = useFileDrop(add);
  const isSlow = rows.some(({ state }) => state.is === 'stopped');
  return (
    <section aria-label="Pictures and PDFs" className="@container">
      <AttachmentRows attachments={attachments} more={more} />
      {isSlow && (
        <p className="flex min-h-12 items-center gap-3 border-rule border-t px-(--sheet-side,1rem) py-2 text-[0.875rem] text-soft">
          <WifiOff aria-hidden size={18} className="shrink-0" />
          Slow line. It tries again by itself.
        </p>
      )}
      {room > 0 && (
        <AddRow
          count={FILES_MAX - room}
          hasDropPlace={hasDropPlace === true}
          isOver={isOver}
          isFirst={rows.length === 0}
          onFiles={add}
        />
      )}
    </section>
  );
}

export type AddRowProps = {
  /** How many files there are. */
  count: number;
  hasDropPlace: boolean;
  isOver: boolean;
  isFirst: boolean;
  onFiles: (files: readonly File[]) => void;
};

export function AddRow({ count, hasDropPlace, isOver, isFirst, onFiles }: AddRowProps) {
  const input = useRef<HTMLInputElement>(null);
  const limit = count === 0 ? `up to ${FILES_MAX}` : `${count} of ${FILES_MAX}`;
  return (
    <div className={classNames(!isFirst && 'border-rule border-t')}>
      <FileChooser ref={input} label="Pictures or PDFs" multiple onFiles={onFiles} />
      <button
        type="button"
        onClick={() => input.current?.click()}
        data-over={isOver || undefined}
        className={classNames('add-files', hasDropPlace && 'add-files-drop')}
      >
        <ImagePlus aria-hidden size={20} className="shrink-0" />
        <span className="add-files-words">
          <span className="add-files-press font-semibold">Add pictures or PDFs</span>
          {hasDropPlace && (
            <span className="add-files-dropped">
              <strong>Drop pictures or PDFs here</strong>, paste them, or{' '}
              <span className="text-back underline underline-offset-4">choose files</span>
            </span>
          )}
          <span className="text-[0.875rem] text-soft">
            {limit}
            {hasDropPlace && <span className="add-files-dropped-size"> · 10 MB each</span>}
          </span>
        </span>
      </button>
    </div>
  );
}
