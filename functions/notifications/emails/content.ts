/*
 * The content of an email without its looks: render.ts makes its HTML and its plain text from this one description.
 */

/** A part of a paragraph: plain words, important words, or a link. `path`: of its screen in the app. */
export type Inline =
  | string
  | { readonly strong: string }
  | { readonly link: string; readonly path: string };
export type Words = string | readonly Inline[];

/** The parts of a paragraph. */
export const inlinesOf = (words: Words): readonly Inline[] =>
  typeof words === 'string' ? [words] : words;

/** A row of a table of facts. `tone`: money that comes back is blue. */
export type Fact = { readonly label: string; readonly value: string; readonly tone?: 'blue' };

/** A round postmark: what happened, and when. */
export type Postmark = {
  readonly words: string;
  /** `NOV 28`. */
  readonly day: string;
  readonly year: string;
  readonly tone: 'red' | 'blue';
};

/** A dated line of what happened or will happen. */
export type Step = { readonly title: string; readonly words: string; readonly isDone: boolean };

/** A letter or an answer: who wrote it, what it is about, and its first lines if the reader wants them in emails. */
export type LetterPart = {
  readonly name: string;
  readonly line: string;
  readonly postmark?: Postmark;
  /** `412 words · Written by Ana`. */
  readonly facts?: string;
  readonly firstLines?: string;
};

export type Block =
  | { readonly kind: 'text'; readonly words: Words; readonly tone?: 'soft' }
  | { readonly kind: 'heading'; readonly words: string }
  | { readonly kind: 'amount'; readonly words: string }
  | { readonly kind: 'code'; readonly digits: string }
  | { readonly kind: 'due'; readonly title: string; readonly words: Words }
  | ({ readonly kind: 'letter' } & LetterPart)
  | {
      readonly kind: 'quote';
      readonly label: string;
      readonly words: string;
      readonly source: string;
    }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] };

/** The button. `path`: the path of its screen. `isOutlined`: the email tells something that needs no action. */
export type Action = {
  readonly label: string;
  readonly path: string;
  readonly isOutlined?: boolean;
};

/** An email. Its subject and its preview, which a mailbox shows beside each other, say what happened without opening it. */
export type EmailContent = {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  /** Beside the heading. */
  readonly mark?: Postmark;
  readonly blocks: readonly Block[];
  /** The one button; absent for codes, which are typed elsewhere. */
  readonly action?: Action;
  /** The blocks below the button. */
  readonly after?: readonly Block[];
  /** The reason for which the person gets it. */
  readonly reason: string;
  /** Whether it shows first lines, so that its footer says how to leave them out. */
  readonly showsFirstLines?: boolean;
  /** Whether it goes to an address that has no settings: it may be somebody else's. */
  readonly isOutsideAccount?: boolean;
};

export const text = (words: Words): Block => ({ kind: 'text', words });
export const softText = (words: Words): Block => ({ kind: 'text', words, tone: 'soft' });
export const heading = (words: string): Block => ({ kind: 'heading', words });
export const factsOf = (facts: readonly Fact[]): Block => ({ kind: 'facts', facts });
export const stepsOf = (steps: readonly Step[]): Block => ({ kind: 'steps', steps });

/** The addresses that an email leads to. */
export type FrameOptions = {
  /** The address of the web app. */
  readonly origin: string;
  /** The page that ends this kind of emails; absent for those that nobody can end. */
  readonly unsubscribePage?: string | undefined;
  /** The page that leaves first lines out of emails; absent without an account. */
  readonly hideTextPage?: string | undefined;
};
