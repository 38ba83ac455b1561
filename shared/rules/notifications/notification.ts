/* A notification, with the text that a lock screen shows and the one with names. */

export type NotificationContent = { readonly title: string; readonly body: string };

export type Notification = NotificationContent & {
  readonly userId: string;
  /** The text with names, subjects and beginnings of messages. */
  readonly open: NotificationContent;
  /** The screen needs a paid plan, so only people on one get the text `open`. */
  readonly forMembers?: true;
  /** The path of the screen that it opens. */
  readonly path: string;
  /** A notification replaces an earlier one with the same tag. */
  readonly tag: string;
  readonly urgency: 'high' | 'normal';
  /** The time to live (ms). */
  readonly goodFor: number;
};
