/* The files in pasted data, and whether they are what was copied. */

/** A sentence for a file that is pasted where no file can be. */
export const NO_FILES_HERE = 'Files and pictures can’t be pasted here. Nothing was added.';

type Pasted = Pick<DataTransfer, 'files' | 'getData'>;

/**
 * The copied files. Word, Excel and browsers add a picture of copied text, which is no file then: the text is meant. Finder adds
 * the names of copied files as text, which is no text then.
 */
export function pastedFiles(data: Pasted | null | undefined): readonly File[] {
  const files = [...(data?.files ?? [])];
  if (!data || files.length === 0) return [];
  const text = data.getData('text/plain').trim();
  return areNames(text, files) && !hasWords(data.getData('text/html'), files) ? files : [];
}

/** The copied pictures. */
export const pastedPictures = (data: Pasted | null | undefined): readonly File[] =>
  pastedFiles(data).filter(({ type }) => type.startsWith('image/'));

/** Whether every line is the name or the address of a file. */
function areNames(text: string, files: readonly File[]): boolean {
  const names = new Set(files.map(({ name }) => nameOf(name)));
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  // A copied picture of a page has its address as text.
  return lines.every((line) => names.has(nameOf(line)) || /^(https?|file):\S+$/.test(line.trim()));
}

/** A file name without its folder and its ending, which Finder hides for some people. */
function nameOf(text: string): string {
  const name = text.trim().split(/[/\\]/).at(-1) ?? '';
  return name.normalize('NFC').replace(/\.[^.]{1,5}$/, '');
}

/** Whether HTML has text besides the names of the files. Its comments and styles are none. */
function hasWords(html: string, files: readonly File[]): boolean {
  const words = html
    .replace(/<(style|title|head|script)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<[^>]*>/gi, '')
    .replace(/&nbsp;/g, ' ')
    .trim();
  return words !== '' && !areNames(words, files);
}
