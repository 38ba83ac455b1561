import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import Worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker';

/*
 * Opens PDFs and draws their pages as pictures, with pdf.js. Nothing of a document runs: pdf.js runs scripts only where a page gives it a
 * sandbox, and links, forms and media are drawn, not made. Its legacy build is for Safari 16.0 and Chrome 109.
 */

/** The character maps, fonts and decoders that some documents need: copied by web/pdf-parts.ts. */
const PARTS = `/assets/pdf/${version}/`;

export type PdfPage = {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Draws the page, `width` pixels wide. Rejects if `signal` ends it. */
  draw(canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>;
  /** Its text, for people who cannot see the picture. */
  text(): Promise<string>;
};

export type OpenPdf = {
  readonly pages: number;
  page(number: number): Promise<PdfPage>;
  close(): void;
};

/** Safari draws no larger canvas. */
const PIXELS_MAX = 16_777_216;

/** Opens a PDF. Rejects if it is damaged or locked. */
export async function openPdf(data: ArrayBuffer): Promise<OpenPdf> {
  const port = new Worker();
  const worker = PDFWorker.create({ port });
  const close = () => {
    worker.destroy();
    port.terminate();
  };
  try {
    const document = await getDocument({
      data,
      worker,
      isEvalSupported: false,
      enableXfa: false,
      // The Content-Security-Policy allows no WebAssembly.
      useWasm: false,
      wasmUrl: PARTS,
      cMapUrl: PARTS,
      standardFontDataUrl: PARTS,
    }).promise;
    return { pages: document.numPages, page: (number) => pageOf(document, number), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function pageOf(document: PDFDocumentProxy, number: number): Promise<PdfPage> {
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    width,
    height,
    async draw(canvas, wanted, signal) {
      const most = Math.sqrt(PIXELS_MAX / (width * height));
      const viewport = page.getViewport({ scale: Math.min(wanted / width, most) });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
      signal.addEventListener('abort', () => drawing.cancel());
      await drawing.promise;
    },
    async text() {
      const { items } = await page.getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    },
  };
}
