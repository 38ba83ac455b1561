import { extractText } from 'unpdf';

/** The lines of text of each page of a PDF, as pdf.js reads them. */
export async function pdfPages(pdf: Uint8Array): Promise<readonly (readonly string[])[]> {
  // pdf.js takes the bytes away from their owner.
  const { text } = await extractText(Uint8Array.from(pdf), { mergePages: false });
  return text.map((page) => page.split('\n'));
}

/** The text of a PDF in one line. */
export const pdfText = async (pdf: Uint8Array): Promise<string> =>
  (await pdfPages(pdf)).flat().join(' ');
