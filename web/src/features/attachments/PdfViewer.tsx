import { Minus, Plus, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { FullScreen } from './FullScreen.tsx';
import { freshLinks } from './links.ts';
import type { OpenPdf, PdfPage } from './pdf-document.ts';
import { RetryButton } from './RetryButton.tsx';
import { SaveButton } from './SaveButton.tsx';
import type { FilesOfMessage, TitledFile } from './shown-files.ts';

export type PdfViewerProps = FilesOfMessage & { file: TitledFile; onClose: () => void };

const ZOOMS = [1, 1.5, 2, 3] as const;

/* The pages of a PDF as pictures, one below the other. Nothing in the file runs. docs/product/attachments.md#a-pdf */
export function PdfViewer({ conversationId, file, owner, onClose }: PdfViewerProps) {
  const { pdf, hasFailed, retry } = useOpenPdf(conversationId, file.id);
  const [current, setCurrent] = useState(1);
  const [zoom, setZoom] = useState(0);
  const pages = pdf?.pages ?? file.pages;
  return (
    <FullScreen label={`${file.title}, PDF`} onClose={onClose}>
      <div className="picture-viewer-bar">
        <IconButton
          label="Close"
          icon={<X aria-hidden size={24} />}
          className="text-current!"
          onClick={onClose}
        />
        <p className="min-w-0">
          <span dir="auto" className="block truncate font-semibold leading-5.5">
            {file.title}
          </span>
          {pages !== undefined && (
            <span className="block text-[0.875rem] leading-5 opacity-80">
              Page {current} of {pages}
            </span>
          )}
        </p>
        <SaveButton conversationId={conversationId} file={file} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it */}
      <section aria-label="Pages" tabIndex={0} className="pdf-pages">
        {hasFailed && (
          <div className="grid justify-items-center gap-1 pt-10" role="alert">
            <p>The PDF couldn’t be shown. You can still save it.</p>
            <RetryButton title={file.title} onPress={retry} />
          </div>
        )}
        {!pdf && !hasFailed && <p role="status">Loading…</p>}
        {pdf &&
          Array.from({ length: pdf.pages }, (_, index) => (
            <Page
              // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
              key={index}
              pdf={pdf}
              number={index + 1}
              zoom={ZOOMS[zoom] ?? 1}
              onSeen={setCurrent}
            />
          ))}
      </section>
      <div className="picture-viewer-foot relative">
        <p className="max-w-80 pr-24 text-[0.875rem] leading-5 opacity-80">
          Shown as pictures of its pages: nothing in it can run. “Save” gives the file that{' '}
          {owner === 'Your' ? 'you' : <bdi>{owner.replace(/’s$/, '')}</bdi>} sent.
        </p>
        <div className="absolute top-2 right-2 flex">
          <IconButton
            label="Smaller"
            icon={<Minus aria-hidden size={22} />}
            className="text-current!"
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          />
          <IconButton
            label="Larger"
            icon={<Plus aria-hidden size={22} />}
            className="text-current!"
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
        </div>
      </div>
    </FullScreen>
  );
}

/** Loads and opens a PDF. `retry` asks for a new address. */
function useOpenPdf(conversationId: string, id: string) {
  const [opened, setOpened] = useState<{ pdf?: OpenPdf; hasFailed?: boolean }>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it anew
  useEffect(() => {
    const ended = new AbortController();
    let pdf: OpenPdf | undefined;
    void (async () => {
      try {
        const [data, { openPdf }] = await Promise.all([
          fileOf(conversationId, id, ended.signal),
          import('./pdf-document.ts'),
        ]);
        pdf = await openPdf(data);
        if (ended.signal.aborted) pdf.close();
        else setOpened({ pdf });
      } catch (error) {
        if (ended.signal.aborted) return;
        console.warn('A PDF could not be shown', error);
        setOpened({ hasFailed: true });
      }
    })();
    return () => {
      ended.abort();
      pdf?.close();
    };
  }, [conversationId, id, attempt]);
  const retry = () => {
    setOpened({});
    setAttempt(attempt + 1);
  };
  return { ...opened, retry };
}

async function fileOf(
  conversationId: string,
  id: string,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const links = await freshLinks(conversationId, id);
  if (!links) throw new Error('The file was deleted');
  const response = await fetch(links.url, { signal });
  if (!response.ok) throw new Error(`The storage answered ${response.status}`);
  return response.arrayBuffer();
}

type PageProps = {
  pdf: OpenPdf;
  number: number;
  zoom: number;
  onSeen: (number: number) => void;
};

/** The size of a page until it is known: A4. */
const USUAL = { width: 595, height: 842 };

/** One page, drawn while it is near the window: a hundred pages would take all memory of a phone. */
function Page({ pdf, number, zoom, onSeen }: PageProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(number === 1);
  const [page, setPage] = useState<PdfPage>();
  const [text, setText] = useState('');
  /** As it is shown, in CSS pixels: it changes with the zoom, the window and a rotation. */
  const [shownWidth, setShownWidth] = useState(0);
  const { width, height } = page ?? USUAL;
  const seen = useCallback(() => onSeen(number), [onSeen, number]);
  useEffect(() => {
    const element = box.current;
    const around = element?.parentElement;
    if (!element || !around) return;
    const near = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: around,
      rootMargin: '100% 0px',
    });
    const middle = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen(), {
      root: around,
      rootMargin: '-49% 0px',
    });
    const size = new ResizeObserver(() => setShownWidth(element.clientWidth));
    near.observe(element);
    middle.observe(element);
    size.observe(element);
    return () => {
      near.disconnect();
      middle.disconnect();
      size.disconnect();
    };
  }, [seen]);
  useEffect(() => {
    if (!isNear || page) return;
    void pdf.page(number).then(async (opened) => {
      setPage(opened);
      setText(await opened.text().catch(() => ''));
    });
  }, [isNear, page, pdf, number]);
  useEffect(() => {
    const target = canvas.current;
    if (!isNear || !page || !target || shownWidth === 0) return;
    const ended = new AbortController();
    const pixels = shownWidth * Math.min(2, window.devicePixelRatio || 1);
    // A page that was left before it was drawn rejects.
    page.draw(target, pixels, ended.signal).catch(() => undefined);
    return () => ended.abort();
  }, [isNear, page, shownWidth]);
  return (
    <div
      ref={box}
      className="pdf-page"
      style={{
        aspectRatio: `${width} / ${height}`,
        width: `${zoom * 100}%`,
        maxWidth: `${zoom * 54}rem`,
      }}
    >
      {isNear && <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${pdf.pages}`} />}
      {text !== '' && <p className="sr-only">{text}</p>}
    </div>
  );
}
