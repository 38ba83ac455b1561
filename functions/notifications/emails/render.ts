import type { EmailContent } from './content.ts';
import { htmlOf } from './frame-html.ts';
import { textOf } from './frame-text.ts';

/** The addresses that an email leads to. */
export type FrameOptions = {
  /** The address of the web app. */
  readonly origin: string;
  /** The page that ends this kind of emails; absent for those that nobody can end. */
  readonly unsubscribePage?: string | undefined;
  /** The page that leaves first lines out of emails; absent without an account. */
  readonly hideTextPage?: string | undefined;
};

export type RenderedEmail = {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
};

/** Returns an email as HTML and as plain text. */
export const renderEmail = (content: EmailContent, options: FrameOptions): RenderedEmail => ({
  subject: content.subject,
  html: htmlOf(content, options),
  text: textOf(content, options),
});
