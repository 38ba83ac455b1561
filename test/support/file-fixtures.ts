import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { LocalFile } from '#lib/local/deeds/attachments.ts';
import { PEAKS } from '#shared/rules/attachments/attachments.ts';
import { jpegOf, pngOf } from './image-fixtures.ts';
import { recordings } from './recordings.ts';

/* Files that people attach. */

export const JPEG: LocalFile = {
  kind: 'picture',
  name: 'north wall.jpg',
  type: 'image/jpeg',
  content: jpegOf(64, 48),
};

export const PNG: LocalFile = {
  kind: 'picture',
  name: 'plan.png',
  type: 'image/png',
  content: pngOf(32, 32),
};

/** A recording of three seconds and a bit, as Safari makes it. */
export const VOICE: LocalFile = {
  kind: 'voice',
  name: 'Spoken answer.m4a',
  type: 'audio/mp4',
  content: recordings.webkitMp4(),
  peaks: Array.from({ length: PEAKS }, (_, bar) => bar),
};

/** A PDF with this content. */
export const pdfFile = (content: Uint8Array): LocalFile => ({
  kind: 'pdf',
  name: 'report.pdf',
  type: 'application/pdf',
  content,
});

/** A PDF as programs write it, with a page for each text. */
export function pdfOf(...texts: readonly string[]): Promise<Uint8Array> {
  const document = new PDFDocument({ autoFirstPage: false });
  for (const text of texts) document.addPage().text(text);
  const whole = buffer(document);
  document.end();
  return whole;
}
