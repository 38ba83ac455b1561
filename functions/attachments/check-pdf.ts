import { type FileRefusal, PDF_PAGES_MAX } from '#shared/rules/attachments/attachments.ts';
import type { CheckedFile } from './checked-file.ts';
import { namesInPdf } from './pdf-names.ts';

/*
 * Untrusted PDFs. They are kept as they are, so one that could do anything but show pages is refused: a parser reads the document, and
 * all names in the file are compared with those of scripts, actions and files. docs/product/attachments.md#the-check
 */

/** The names of everything that runs, opens something, or carries another file. */
const ACTIVE = [
  'JavaScript',
  'JS',
  'AA',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'Filespec',
  'FileAttachment',
  'RichMedia',
  'Rendition',
  'Movie',
  'Sound',
  'XFA',
  '3D',
];

/** Checks a PDF. Returns why it is refused if it cannot be read, is locked, too long, or contains more than pages. */
export async function checkPdf(bytes: Uint8Array): Promise<CheckedFile | FileRefusal> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Readers look for the header in the first kilobyte; a file that begins otherwise may be two files.
  if (!/^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8))) return 'NOT_A_PDF';
  const names = namesInPdf(file);
  if (names === 'TOO_MUCH' || names === 'UNREADABLE') return 'NOT_A_PDF';
  if (names.has('Encrypt')) return 'PDF_LOCKED';
  if (ACTIVE.some((name) => names.has(name))) return 'PDF_ACTIVE';
  const pages = await pagesOf(bytes, names.has('OpenAction'));
  if (typeof pages === 'string') return pages;
  return { content: bytes, type: 'application/pdf', pages };
}

/** The number of pages, as a parser counts them. `opens`: the document says what happens when it opens. */
async function pagesOf(bytes: Uint8Array, opens: boolean): Promise<number | FileRefusal> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // The parser takes the bytes away from their owner.
    const document = await getDocumentProxy(Uint8Array.from(bytes), {
      stopAtErrors: true,
      verbosity: 0,
    });
    try {
      if (document.numPages > PDF_PAGES_MAX) return 'PDF_TOO_LONG';
      if ((await document.getAttachments()) || (await document.getJSActions())) return 'PDF_ACTIVE';
      // Documents of LaTeX open at a page.
      if (opens && !(await document.getOpenAction())?.dest) return 'PDF_ACTIVE';
      for (let number = 1; number <= document.numPages; number += 1) await document.getPage(number);
      return document.numPages;
    } finally {
      await document.destroy();
    }
  } catch (fault) {
    return (fault as Error).name === 'PasswordException' ? 'PDF_LOCKED' : 'NOT_A_PDF';
  }
}
