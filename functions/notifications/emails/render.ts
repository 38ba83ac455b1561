import type { EmailContent, FrameOptions } from './content.ts';
import { htmlOf } from './frame-html.ts';
import { textOf } from './frame-text.ts';

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
