import type { viewChatMessages } from '#shared/api/chat-messages.ts';
import type { Output } from '#shared/api/operation.ts';
import { CHAT_PICTURE_PATH } from '#shared/rendered-pages.ts';
import { type Instant, instant, MINUTE } from '#shared/time.ts';
import { keyedHash } from '../auth/keyed-hash.ts';
import { readChatMessageId } from './chat-views.ts';

/*
 * The addresses of the pictures of messages. Each is made for one member of the chat and is valid for 15 to 30 minutes. It names the
 * message, the member and its end, with a keyed hash of them. Whoever opens it gets the picture only while the message is not deleted
 * and that member is still in the chat (functions/pages/chat-picture.ts). docs/product/chat.md#pictures
 */

type MessageView = Output<typeof viewChatMessages>['data'][number];

/** Within this time the address of a picture stays the same, so that a browser does not load it again. */
const SAME_TIME = 15 * MINUTE;
/** In place of a member: staff, who see the quotes of a case. */
export const DESK = 'desk';

/** What an address is for. */
export type PictureOf = {
  readonly chatId: string;
  readonly sentAt: Instant;
  /** The id of the member, or DESK. */
  readonly readerId: string;
};

/** Returns the views of messages with addresses of their pictures for a reader. */
export const withPictureAddresses = <View extends MessageView>(
  views: readonly View[],
  readerId: string,
  now: Instant,
): Promise<View[]> =>
  Promise.all(
    views.map(async (view) => {
      if (!view.picture) return view;
      const { chatId } = readChatMessageId(view.id);
      const url = await pictureAddress({ chatId, sentAt: view.dateTimeSent, readerId }, now);
      return { ...view, picture: { ...view.picture, url } };
    }),
  );

/** Returns an address of the picture of a message for a reader. */
export async function pictureAddress(of: PictureOf, now: Instant): Promise<string> {
  const until = instant(Math.ceil((now + SAME_TIME) / SAME_TIME) * SAME_TIME);
  const { chatId, sentAt, readerId } = of;
  return `${CHAT_PICTURE_PATH}${[chatId, sentAt, readerId, until, await signatureOf(of, until)].join('/')}`;
}

/** Reads what an address is for. Undefined if it is not ours, was changed, or is over. */
export async function readPictureAddress(
  path: string,
  now: Instant,
): Promise<PictureOf | undefined> {
  const parts = path.slice(CHAT_PICTURE_PATH.length).split('/');
  const [chatId = '', sent = '', readerId = '', end = '', signature = ''] = parts;
  if (parts.length !== 5 || !/^\d{1,15}$/.test(sent) || !/^\d{1,15}$/.test(end)) return undefined;
  const of = { chatId, sentAt: instant(Number(sent)), readerId };
  const until = instant(Number(end));
  return now < until && signature === (await signatureOf(of, until)) ? of : undefined;
}

const signatureOf = ({ chatId, sentAt, readerId }: PictureOf, until: Instant): Promise<string> =>
  keyedHash('chat picture', chatId, String(sentAt), readerId, String(until));
