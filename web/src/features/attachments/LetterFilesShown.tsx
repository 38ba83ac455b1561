import { ChevronRight, EyeOff, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useShownFile } from './links.ts';
import { RetryButton } from './RetryButton.tsx';
import {
  type FilesOfMessage,
  isPicture,
  nameInside,
  pdfWords,
  placedIn,
  type SentFile,
  type TitledFile,
  titledFiles,
} from './shown-files.ts';
import { useOpenFile } from './use-open-file.ts';
import './attachments.css';

const PictureViewer = lazyPart(async () => (await import('./PictureViewer.tsx')).PictureViewer);
const PdfViewer = lazyPart(async () => (await import('./PdfViewer.tsx')).PdfViewer);

/* Under the text of a letter: its pictures, the first across, and its PDFs as enclosures. docs/product/attachments.md#reading */
export function LetterFilesShown(props: FilesOfMessage) {
  const files = titledFiles(props.files);
  const placed = placedIn(files);
  const pictures = files.filter((file) => isPicture(file) && file !== placed);
  const pdfs = files.filter((file) => !isPicture(file));
  return (
    <div className="mt-5 grid gap-3">
      {pictures.length > 0 && (
        <ul aria-label="Pictures" className="letter-pictures">
          {pictures.map((file) => (
            <li key={file.id}>
              <LetterPicture {...props} file={file} />
            </li>
          ))}
        </ul>
      )}
      {pdfs.map((file) => (
        <Enclosure key={file.id} {...props} file={file} />
      ))}
    </div>
  );
}

type FileProps = FilesOfMessage & { file: TitledFile };

/** One picture, in the place that its grid or its figure gives it. */
export function LetterPicture(props: FileProps) {
  const { conversationId, file, owner, blurred } = props;
  const { src, state, onError, retry } = useShownFile(conversationId, file.id, 'thumbnailUrl');
  const [isRevealed, setRevealed] = useState(false);
  const isBlurred = blurred && !isRevealed;
  const { isOpen, open, close } = useOpenFile(file.id);
  const name = `${owner} ${nameInside(file.title)}`;
  if (state !== 'shown')
    return (
      <div className="letter-picture content-center gap-1 text-[0.875rem] text-soft">
        <ImageOff aria-hidden size={22} />
        <p className="px-2 text-center">
          {state === 'deleted' ? `${file.title} was deleted.` : `${file.title} didn’t load.`}
        </p>
        {state === 'failed' && <RetryButton title={file.title} onPress={retry} />}
      </div>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup={isBlurred ? undefined : 'dialog'}
        data-blurred={isBlurred || undefined}
        onClick={() => (isBlurred ? setRevealed(true) : open())}
        className="letter-picture"
      >
        {src !== undefined && (
          <img
            src={src}
            alt={isBlurred ? '' : altOf(name, file)}
            loading="lazy"
            decoding="async"
            onError={onError}
          />
        )}
        {isBlurred && (
          <span className="absolute flex items-center gap-2 rounded-full bg-card px-4 py-2 font-semibold text-[0.875rem] text-ink">
            <EyeOff aria-hidden size={18} />
            Show <span className="sr-only">{name}</span>
          </span>
        )}
      </button>
      {isOpen && (
        <PictureViewer
          {...props}
          // Those that are still blurred are not shown beside it.
          pictures={blurred ? [file] : titledFiles(props.files).filter(isPicture)}
          first={file.id}
          onClose={close}
        />
      )}
    </>
  );
}

/** A PDF as an enclosure, which opens as pictures of its pages. */
function Enclosure(props: FileProps) {
  const { file } = props;
  const { isOpen, open, close } = useOpenFile(file.id);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="flex min-h-16 items-center gap-3 rounded-[3px] border border-rule bg-tint px-3 py-2 text-left font-sans"
      >
        <span
          aria-hidden
          className="grid h-11 w-9 shrink-0 place-items-center border border-rule bg-card font-bold text-[0.625rem] text-red-text"
        >
          PDF
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold text-[0.9375rem] leading-5.5">
            <bdi>{file.title}</bdi>
          </span>
          <span className="block text-[0.875rem] text-soft leading-5">{pdfWords(file)}</span>
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
      </button>
      {isOpen && <PdfViewer {...props} onClose={close} />}
    </>
  );
}

const altOf = (name: string, { caption }: SentFile): string =>
  caption ? `${name}: ${caption}` : name;
