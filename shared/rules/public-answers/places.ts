import { once } from '../../once.ts';
import { type Edit, PARTS, type Part, type PlaceKind, type Texts } from './texts.ts';

/*
 * Finds the places of a text that could point at somebody: names, towns, employers, dates, numbers, addresses. It is a set of rules,
 * without a model and without a service, so it misses some and marks too many: the two people decide about each place.
 * docs/product/public-answers.md#places-that-could-point-at-somebody
 */

/** A place in a text, from `start` up to `end` in UTF-16 units. */
export type Place = { readonly start: number; readonly end: number; readonly kind: PlaceKind };

/** A person of the conversation, whose names are hidden by default. */
export type Named = { readonly fullName: string; readonly username: string };

/** The languages whose months and weekdays are recognized, besides dates in digits. */
const DATE_LANGUAGES =
  'en de fr es it pt nl sv da nb fi pl cs sk hu ro hr sr sl bg el ru uk tr ar he fa hi bn id vi th'.split(
    ' ',
  );

/** Words of months and weekdays that mean something else too, and are no dates by themselves. */
const AMBIGUOUS = new Set(['may', 'mar', 'mars', 'sun', 'sat', 'march', 'mai', 'maj', 'lun', 'do']);

const dateWords = once((): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const language of DATE_LANGUAGES) {
    const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    for (let nth = 0; nth < 12; nth += 1)
      words.add(month.format(Date.UTC(2026, nth, 15)).toLowerCase());
    for (let nth = 0; nth < 7; nth += 1)
      words.add(weekday.format(Date.UTC(2026, 0, nth + 1)).toLowerCase());
  }
  return words;
});

/** Words that are written with capitals and say nothing about a person: kinds of files, devices, tests, common abbreviations. */
const ORDINARY: ReadonlySet<string> = new Set(
  (
    'pdf doc docx csv html jpeg jpg png gif heic svg zip mp3 mp4 url sms mms usb api faq gps id pin ok tv pc cd dvd led ai dna rna mri ct ' +
    'ecg vat iban bic vpn wifi wi-fi internet web bluetooth windows macos mac linux android ios excel word powerpoint outlook gmail ' +
    'whatsapp chrome firefox safari photoshop sir madam mom mum dad grandma grandpa god christmas easter asap diy hr ps'
  ).split(' '),
);

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"]+|@[\p{L}\p{N}_.]{3,}[\p{L}\p{N}_]|\b[\p{L}\p{N}-]+\.(?:com|org|net|io|dev|app|info|co|eu|de|uk|fr|es|it|nl|ch|at)\b(?:\/[^\s<>"]*)?/gu;
const PHONE = /\+?\(?\p{Nd}[\p{Nd} ()./-]{6,}\p{Nd}/gu;
/** Dates in digits, also with Chinese, Japanese and Korean signs, and ordinals with what they count. */
const DATE =
  /\p{Nd}{1,4}\s?[年년](?:\s?\p{Nd}{1,2}\s?[月월])?(?:\s?\p{Nd}{1,2}\s?[日号일])?|\p{Nd}{1,2}\s?[月월](?:\s?\p{Nd}{1,2}\s?[日号일])?|[星週]期[一二三四五六日天]|周[一二三四五六日]|[月火水木金土日]曜日?|\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,4}|(?:\b(?:on|by|past|until|since|before|after|from)\s+)?(?:the\s+)?\b\d{1,2}(?:st|nd|rd|th)\b(?:\s+of\s+(?:next|this|last)\s+(?:month|week|year))?|\b(?:19|20)\d{2}\b/gu;
const NUMBER = /(?:[$€£¥₹₩₽]\s?)?\p{Nd}[\p{Nd}.,'’\u00A0]*(?:\s?[$€£¥₹₩₽%])?/gu;
/** Titles of address, after which a name follows. */
const TITLE =
  /^(?:mr|mrs|ms|miss|dr|prof|herr|frau|señora?|sra?|mme|m|monsieur|madame|pan|pani|sig)$/i;
/** Names with a title behind them, and places and companies in scripts without capitals. */
const UNSPACED =
  /\p{Script=Han}{1,3}(?:先生|女士|小姐|老师|医生|律师|様|さん|氏|先生)|[\p{Script=Katakana}ー]{2,}(?:さん|様|氏)|\p{Script=Hangul}{2,4}\s?(?:씨|님)|\p{Script=Han}{2,3}[市省县縣区區町村]|(?:株式会社|有限会社)[\p{Script=Han}\p{Script=Katakana}ー]{1,12}|[\p{Script=Han}\p{Script=Katakana}ー]{2,12}(?:公司|株式会社|银行|銀行|大学|大學|医院|醫院|病院)/gu;
const COMPANY = /^(?:inc|llc|ltd|gmbh|ag|plc|corp|kg|oy|ab|bv|spa|srl|sarl|d\.o\.o)$/i;
const INSTITUTION =
  /^(?:university|college|hospital|clinic|school|bank|institute|company|church|hotel|restaurant|universität|klinik|schule|hôpital|université|universidad|hospital)$/i;
/** Words before a town or a country. Before an employer: `at`, `for`, `with`. */
const BEFORE_PLACE = new Set([
  'in',
  'from',
  'to',
  'near',
  'aus',
  'nach',
  'en',
  'à',
  'de',
  'desde',
  'u',
  'iz',
  'w',
  'z',
]);
const BEFORE_EMPLOYER = new Set(['at', 'for', 'with', 'bei', 'chez']);

/** The places of one text, in its order and without overlaps. The names of people of the conversation come first. */
function placesIn(text: string, people: readonly Named[]): Place[] {
  const found: Place[] = [];
  const add = (places: readonly Place[]) => {
    for (const place of places)
      if (!found.some(({ start, end }) => place.start < end && start < place.end))
        found.push(place);
  };
  add(participantsIn(text, people));
  add(matches(text, EMAIL, 'EMAIL'));
  add(matches(text, LINK, 'LINK'));
  add(dateWordsIn(text));
  add(matches(text, DATE, 'DATE'));
  add(matches(text, PHONE, 'PHONE'));
  add(matches(text, UNSPACED, 'NAME'));
  add(capitalizedIn(text));
  add(matches(text, NUMBER, 'NUMBER').filter(({ start, end }) => saysMuch(text.slice(start, end))));
  return found.sort((one, other) => one.start - other.start);
}

/** The places of the three texts. */
export const placesOf = (
  texts: Texts,
  people: readonly Named[],
): (Place & { readonly part: Part })[] =>
  PARTS.flatMap((part) => placesIn(texts[part], people).map((place) => ({ ...place, part })));

/** What is hidden before anybody decides: the names of both people, and addresses at which somebody is reached. */
const isHiddenAtFirst = ({ kind }: Pick<Place, 'kind'>): boolean =>
  kind === 'PARTICIPANT' || kind === 'EMAIL' || kind === 'PHONE' || kind === 'LINK';

/** The edits with which a proposal begins. */
export const firstEdits = (texts: Texts, people: readonly Named[]): Edit[] =>
  placesOf(texts, people)
    .filter(isHiddenAtFirst)
    .map(({ part, start, end, kind }) => ({ part, start, end, kind }));

/** Whether a name of a person is still readable in the texts as the edits make them. */
export function showsName(texts: Texts, edits: readonly Edit[], person: Named): boolean {
  return PARTS.some((part) => {
    const changed = edits.filter((edit) => edit.part === part);
    const isShown = ({ start, end }: Place) =>
      !changed.some((edit) => edit.start < end && start < edit.end);
    const inLetter = participantsIn(texts[part], [person]).some(isShown);
    return inLetter || changed.some(({ text = '' }) => participantsIn(text, [person]).length > 0);
  });
}

/** A part of a name of fewer characters is a word like any other, unless it is written in a script whose names are short. */
const NAME_PART_MIN = 2;

function participantsIn(text: string, people: readonly Named[]): Place[] {
  const names = people.flatMap(({ fullName, username }) => [
    fullName,
    ...fullName.split(/[\s-]+/),
    username,
  ]);
  const wanted = [...new Set(names)]
    .filter((name) => name.length >= NAME_PART_MIN && /\p{L}/u.test(name))
    .sort((one, other) => other.length - one.length);
  const found: Place[] = [];
  for (const name of wanted)
    for (const place of occurrences(text, name))
      if (!found.some(({ start, end }) => place.start < end && start < place.end))
        found.push(place);
  return found;
}

/** Where a name stands as a word of its own. A name is compared as it is written, and in capitals. */
function occurrences(text: string, name: string): Place[] {
  const variants = [
    ...new Set([name, name.toUpperCase(), name.normalize('NFD'), withoutAccents(name)]),
  ];
  return variants.flatMap((variant) => {
    const places: Place[] = [];
    for (let at = text.indexOf(variant); at >= 0; at = text.indexOf(variant, at + 1)) {
      const end = at + variant.length;
      if (isWord(text, at, end)) places.push({ start: at, end, kind: 'PARTICIPANT' });
    }
    return places;
  });
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Scripts without spaces have no borders of words. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function isWord(text: string, start: number, end: number): boolean {
  if (UNSPACED_SCRIPT.test(text.slice(start, end))) return true;
  const before = text.slice(Math.max(0, start - 2), start);
  return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}

function matches(text: string, pattern: RegExp, kind: PlaceKind): Place[] {
  return [...text.matchAll(pattern)]
    .map((match) => {
      const words = match[0].replace(/[\s.,;:!?’')\]]+$/u, '');
      return { start: match.index, end: match.index + words.length, kind };
    })
    .filter(({ start, end }) => end > start);
}

/** Numbers of one digit say nothing about a person. */
const saysMuch = (number: string) => /\p{Nd}.*\p{Nd}/u.test(number) || /[$€£¥₹₩₽]/.test(number);

const WORDS = /[\p{L}\p{M}]+(?:['’.-][\p{L}\p{M}]+)*/gu;

function dateWordsIn(text: string): Place[] {
  const places: Place[] = [];
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const lower = dateWordOf(word);
    const isName = /^\p{Lu}/u.test(word) && !/(?:^|[.!?…:]\s*|\n)$/.test(text.slice(0, index));
    if (!dateWords().has(lower) || (AMBIGUOUS.has(lower) && !isName)) continue;
    const before =
      /(?:\b(?:on|by|until|since|before|after|last|next)\s+)?(?:\p{Nd}{1,2}\.?\s+)?$/iu.exec(
        text.slice(0, index),
      );
    const after = /^\s+\p{Nd}{1,2}(?:st|nd|rd|th)?\b(?:,?\s+\p{Nd}{4})?|^,?\s+\p{Nd}{4}\b/u.exec(
      text.slice(index + word.length),
    );
    const start = index - (before?.[0].length ?? 0);
    places.push({ start, end: index + word.length + (after?.[0].length ?? 0), kind: 'DATE' });
  }
  return places;
}

/** A word as it is looked up: `Friday’s` and `Fridays` are the day as well. */
function dateWordOf(word: string): string {
  const lower = word.toLowerCase();
  return /day['’]?s$/.test(lower) ? lower.replace(/['’]?s$/, '') : lower;
}

type Word = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Runs of words that are written with a capital within a sentence. Where nearly every third word is, as in German, only runs after a
 * title or a preposition, and runs of two words, count.
 */
function capitalizedIn(text: string): Place[] {
  const words = [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
  const isCapital = ({ text: word, end }: Word) =>
    /^\p{Lu}/u.test(word) && !isOrdinary(word) && (word.length > 1 || isInitial(text, end));
  const inside = words.filter((word) => !beginsSentence(text, word));
  const isCapitalizing = inside.filter(isCapital).length > inside.length / 6 && inside.length > 20;
  const places: Place[] = [];
  for (let nth = 0; nth < words.length; nth += 1) {
    const first = words[nth] as Word;
    const before = words[nth - 1]?.text.toLowerCase() ?? '';
    if (!isCapital(first) || (beginsSentence(text, first) && !TITLE.test(first.text))) continue;
    let last = nth;
    while (isRun(text, words[last], words[last + 1]) && isCapital(words[last + 1] as Word))
      last += 1;
    const run = words.slice(nth, last + 1);
    const isLed =
      TITLE.test(before) ||
      TITLE.test(first.text) ||
      BEFORE_PLACE.has(before) ||
      BEFORE_EMPLOYER.has(before);
    if (!isCapitalizing || isLed || run.length > 1)
      places.push({ start: first.start, end: (run.at(-1) as Word).end, kind: kindOf(run, before) });
    nth = last;
  }
  return places;
}

/** Whether a word with a capital says nothing about a person, as `PDFs` and `I’m`. */
const isOrdinary = (word: string): boolean =>
  /^I['’]/.test(word) ||
  ORDINARY.has(word.toLowerCase()) ||
  ORDINARY.has(word.toLowerCase().replace(/['’]?s$/, ''));

/** Whether the single letter that ends here is the initial of a name: `J. Smith`. */
const isInitial = (text: string, end: number): boolean => /^\. \p{Lu}/u.test(text.slice(end));

const beginsSentence = (text: string, { start }: Word): boolean =>
  /(?:^|[.!?…:]["'”’)]*\s+|\n\s*|["“„«(]\s*)$/u.test(text.slice(Math.max(0, start - 4), start)) ||
  start === 0;

/** Whether nothing but a space, or the point of a title or of an initial, is between two words. */
const isRun = (text: string, one: Word | undefined, next: Word | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  /^(?: |\. )$/.test(text.slice(one.end, next.start)) &&
  (text[one.end] === ' ' || TITLE.test(one.text) || one.text.length === 1);

function kindOf(run: readonly Word[], before: string): PlaceKind {
  if (run.some(({ text }) => COMPANY.test(text) || INSTITUTION.test(text))) return 'EMPLOYER';
  if (BEFORE_EMPLOYER.has(before) && run.length === 1) return 'EMPLOYER';
  return BEFORE_PLACE.has(before) ? 'PLACE' : 'NAME';
}
