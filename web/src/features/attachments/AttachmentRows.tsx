import { FileText, Image, type LucideIcon, Mic, RotateCw, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { AttachmentKind } from '#shared/rules/attachments/attachments.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { type AttachmentRow, needsPerson, percentOf, stateWords } from './attachment-rows.ts';
import { FileChooser } from './FileChooser.tsx';
import { type Attachments, renewThumbnails } from './use-attachments.ts';

export type AttachmentRowsProps = {
  attachments: Attachments;
  /** Under a row: what else can be done with its file. */
  more?: ((row: AttachmentRow) => ReactNode) | undefined;
};

/* The chosen files as rows of the sheet, with what becomes of each and what can be done. */
export function AttachmentRows({ attachments, more }: AttachmentRowsProps) {
  const { rows } = attachments;
  if (rows.length === 0) return null;
  return (
    <ul aria-label="Pictures and PDFs" className="attachment-rows">
      {rows.map((row) => (
        <li key={row.key} data-across={isFaulty(row) || undefined}>
          <Row row={row} attachments={attachments} more={more} />
        </li>
      ))}
    </ul>
  );
}

function Row({ row, attachments, more }: AttachmentRowsProps & { row: AttachmentRow }) {
  const { title, state } = row;
  return (
    <div className="flex min-h-18 items-center gap-3 py-2 pr-1.5 pl-(--sheet-side,1rem)">
      <Small row={row} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 truncate font-semibold text-[0.9375rem] leading-5.5">
            <bdi>{title}</bdi>
          </p>
          {state.is === 'stopped' && (
            <button
              type="button"
              onClick={() => attachments.retry(row)}
              className="-my-2 flex min-h-11 items-center gap-1.5 px-2 font-semibold text-[0.9375rem]"
            >
              <RotateCw aria-hidden size={16} />
              Retry <span className="sr-only">{title}</span>
            </button>
          )}
          {needsPerson(row) && row.kind !== 'voice' && (
            <Replace row={row} attachments={attachments} />
          )}
        </div>
        <Progress row={row} />
        <p
          className={classNames(
            'text-[0.8125rem] leading-5 tabular-nums',
            isFaulty(row) ? 'font-semibold text-red-text' : 'text-soft',
          )}
        >
          {stateWords(row, attachments.rows)}
        </p>
        {more?.(row)}
      </div>
      <IconButton
        label={`Remove ${title}`}
        icon={<X aria-hidden size={20} />}
        onClick={() => attachments.remove(row)}
      />
    </div>
  );
}

/** A row with a press of its own needs the whole width. */
const isFaulty = (row: AttachmentRow): boolean => row.state.is === 'stopped' || needsPerson(row);

const SIGNS: Readonly<Record<AttachmentKind, LucideIcon>> = {
  picture: Image,
  pdf: FileText,
  voice: Mic,
};

/** The picture, small; for a PDF and a recording its sign. */
function Small({ row: { kind, preview } }: { row: AttachmentRow }) {
  const Sign = SIGNS[kind];
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-[3px] bg-tint text-soft">
      {preview ? (
        <img
          src={preview}
          alt=""
          decoding="async"
          className="size-full object-cover"
          onError={preview.startsWith('blob:') ? undefined : renewThumbnails}
        />
      ) : (
        <Sign aria-hidden size={22} />
      )}
    </span>
  );
}

function Progress({ row }: { row: AttachmentRow }) {
  const percent = percentOf(row);
  if (percent === undefined) return null;
  const isStopped = row.state.is === 'stopped';
  return (
    <div
      role="progressbar"
      aria-label={`Upload of ${row.title}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="my-1.5 h-[3px] overflow-hidden rounded-full bg-rule"
    >
      <div
        className={classNames('h-full', isStopped ? 'bg-red' : 'bg-ink')}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

function Replace({ row, attachments }: { row: AttachmentRow; attachments: Attachments }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="-my-2 min-h-11 px-2 font-semibold text-[0.9375rem]"
      >
        Replace <span className="sr-only">{row.title}</span>
      </button>
      <FileChooser
        ref={input}
        label={`Another file instead of ${row.title}`}
        onFiles={([file]) => file && attachments.replace(row, file)}
      />
    </>
  );
}
