/* The frame of a chat, which its outline has as well: web/src/server/outline-shapes.tsx. */

/** The classes of the column of messages. */
export const LOG_COLUMN = 'mx-auto flex w-full max-w-180 flex-col justify-end px-4 pt-5.5 pb-1.5';

/** The classes of the bar in which a message is written, and of the row in it. */
export const COMPOSER_BAR =
  'action-bar safe-bottom border-rule border-t bg-card px-2 pt-2 wide:px-4 wide:pt-3';
export const COMPOSER_ROW = 'mx-auto flex w-full items-end gap-1.5 wide:max-w-172';

export const WRITE_A_MESSAGE = 'Write a message';

/** The id of the field for one's own message, to which the keyboard can skip. */
export const OWN_MESSAGE = 'own-message';
