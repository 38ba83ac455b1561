import * as z from 'zod/mini';
import { hasVisibleText, readable } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';
import { plainText } from './messages.ts';

/* Saved replies: texts that an author puts into answers. docs/product/conversations.md#saved-replies */

export const SAVED_REPLIES_MAX = 30;
export const SAVED_REPLY_TITLE_MAX = 60;
/** The most characters of a text's HTML: all thirty have to fit into one item of 400 KB. */
export const SAVED_REPLY_HTML_MAX = 4_000;

export const TOO_MANY_SAVED_REPLIES = `You have ${SAVED_REPLIES_MAX} saved replies, and there’s no room for more. Please delete one first.`;

const NO_TITLE = 'Please enter a title';
const NO_TEXT = 'Please enter a text';

/** The title of a saved reply, in one line. */
export const savedReplyTitle = z
  .string(NO_TITLE)
  .check(
    z.overwrite(oneLine),
    readable(1, NO_TITLE),
    z.maxLength(SAVED_REPLY_TITLE_MAX, 'The title can have at most 60 characters'),
  );

/** The text of a saved reply: HTML with visible text. */
export const savedReplyText = z.string(NO_TEXT).check(
  z.maxLength(SAVED_REPLY_HTML_MAX, 'This text is too long to be saved'),
  z.refine((text) => hasVisibleText(plainText(text)), NO_TEXT),
);
