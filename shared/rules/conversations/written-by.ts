import { HOUR, type Instant, later } from '../../time.ts';

/*
 * How an answer was written: what its author declares, and what the browser counted while they wrote.
 * docs/product/conversations.md#written-by
 */

/** Written by the author, by the author with the help of AI or other software, or by the author's team. */
export const DECLARATIONS = ['SELF', 'SOFTWARE', 'TEAM'] as const;
export type Declaration = (typeof DECLARATIONS)[number];

/** What the typed text of a spoken answer is: the words of the recording, or its substance in short. */
export const RECORDING_TEXTS = ['WORD_FOR_WORD', 'IN_SHORT'] as const;
export type RecordingText = (typeof RECORDING_TEXTS)[number];

/** The sentence for an author who has not chosen one of them. */
export const NO_RECORDING_TEXT = 'Please say whether the text is word for word or in short';

/** `Word for word, typed by Ana`, `In short, written by Ana`. */
export const recordingTextWords = (name: string, text: RecordingText): string =>
  text === 'WORD_FOR_WORD' ? `Word for word, typed by ${name}` : `In short, written by ${name}`;

/** What the browser counted. It is a claim of the browser: nobody else can check it. */
export type WritingCounts = {
  readonly typed: number;
  readonly pasted: number;
  readonly minutes: number;
};

/** The most characters that can be claimed as typed or as pasted; a message has at most 60,000 characters of HTML. */
export const COUNTED_CHARACTERS_MAX = 1_000_000;
/** The most minutes that can be claimed: 10 days of an answer and 3 days of a pause. */
export const COUNTED_MINUTES_MAX = 13 * 24 * 60;

/** How long after it was sent an answer can be signed. */
export const SIGNING_TIME = 24 * HOUR;

/** Whether an answer can still be signed. */
export const canBeSigned = (sentAt: Instant, now: Instant): boolean =>
  now < later(sentAt, SIGNING_TIME);

/** `Written by Ana with the help of AI or other software`. */
export function declarationWords(name: string, declaration: Declaration): string {
  switch (declaration) {
    case 'SELF':
      return `Written by ${name}`;
    case 'SOFTWARE':
      return `Written by ${name} with the help of AI or other software`;
    case 'TEAM':
      return `Written by ${name}’s team`;
  }
}
