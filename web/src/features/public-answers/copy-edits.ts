import { type Edit, PARTS, type Part, type Texts } from '#shared/rules/public-answers/texts.ts';
import { truncateAtWord } from '#shared/rules/text.ts';

/* The edits of a copy while one of the two people decides about them. */

/** A place of a text that is changed, or could be. */
export type CopyPlace = Pick<Edit, 'part' | 'start' | 'end' | 'kind'>;

/** A stretch of a text: as it is, or a place with its edit, if there is one. */
export type Stretch = {
  readonly text: string;
  readonly place?: CopyPlace;
  readonly edit?: Edit | undefined;
};

const overlap = (one: CopyPlace, other: CopyPlace): boolean =>
  one.part === other.part && one.start < other.end && other.start < one.end;

export const isSamePlace = (one: CopyPlace, other: CopyPlace): boolean =>
  one.part === other.part && one.start === other.start && one.end === other.end;

/** The paragraphs of a part, divided at the edits and at the places that are not changed. */
export function stretchesOf(
  texts: Texts,
  part: Part,
  places: readonly CopyPlace[],
  edits: readonly Edit[],
): Stretch[][] {
  const open = places.filter((place) => !edits.some((edit) => overlap(place, edit)));
  const all = [
    ...edits.map((edit) => ({ place: edit as CopyPlace, edit })),
    ...open.map((place) => ({ place, edit: undefined })),
  ]
    .filter(({ place }) => place.part === part)
    .sort((one, other) => one.place.start - other.place.start);
  const paragraphs: Stretch[][] = [[]];
  const add = (text: string) => {
    const [first = '', ...rest] = text.split('\n');
    if (first !== '') paragraphs.at(-1)?.push({ text: first });
    for (const line of rest) paragraphs.push(line === '' ? [] : [{ text: line }]);
  };
  let from = 0;
  for (const { place, edit } of all) {
    if (place.start < from) continue;
    add(texts[part].slice(from, place.start));
    paragraphs.at(-1)?.push({ text: texts[part].slice(place.start, place.end), place, edit });
    from = place.end;
  }
  add(texts[part].slice(from));
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

/** The edits with this decision about some places: other words, an empty text to hide them, undefined to keep them. */
export function withDecision(
  edits: readonly Edit[],
  places: readonly CopyPlace[],
  words: string | undefined,
): Edit[] {
  const others = edits.filter((edit) => !places.some((place) => overlap(place, edit)));
  if (words === undefined) return others;
  const changed = places.map(({ part, start, end, kind }) => ({
    part,
    start,
    end,
    kind,
    ...(words !== '' && { text: words }),
  }));
  return [...others, ...changed];
}

/** Where some words stand in the texts, in any case. */
export function occurrencesOf(texts: Texts, words: string): CopyPlace[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  return PARTS.flatMap((part) => {
    const text = texts[part].toLowerCase();
    const found: CopyPlace[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
      found.push({ part, start: at, end: at + wanted.length, kind: 'OTHER' });
    return found;
  });
}

/** About one line of a dialog on a phone, in characters. */
const CONTEXT_MAX = 42;
const SENTENCE_END = /\n|[.!?]\s+|[。！？]\s*/u;

/**
 * The words of its sentence before a place, `My permit ends …`, or those after it where it begins the sentence, `… the clerk said that`.
 * Empty if it is the whole sentence.
 */
export function contextOf(texts: Texts, { part, start, end }: CopyPlace): string {
  const text = texts[part];
  const before = text.slice(0, start).split(SENTENCE_END).at(-1)?.trim() ?? '';
  if (before !== '') return `${lastWords(before)} …`;
  const [after = ''] = text.slice(end).split(SENTENCE_END);
  const following = after.replace(/^[\s,;:)\]]+|[\s.!?]+$/gu, '');
  return following === '' ? '' : `… ${truncateAtWord(following, CONTEXT_MAX)}`;
}

/** The end of a text, cut at a word. */
function lastWords(text: string): string {
  const letters = Array.from(text);
  if (letters.length <= CONTEXT_MAX) return text;
  const kept = letters.slice(-CONTEXT_MAX).join('');
  return `… ${kept.replace(/^\S*\s/u, '')}`;
}
