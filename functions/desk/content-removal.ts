import { Refusal } from '#shared/refusals.ts';
import { withoutShowing } from '#shared/rules/conversations/thanks.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import type { Removable } from '#shared/rules/desk/decisions.ts';
import type { Instant } from '#shared/time.ts';
import type { ChatPictures, Media } from '../gateways/media.ts';
import { picturesIn } from '../html.ts';
import type { Logger } from '../log.ts';
import { removeFormerPortrait } from '../profiles/portraits.ts';
import { userById } from '../storage/accounts/users.ts';
import { messageDeletion, messageInRoom } from '../storage/chat/message-changes.ts';
import { changeThanksSteps, conversationById } from '../storage/conversations/conversations.ts';
import { linkRemoval } from '../storage/links/links.ts';
import { avatarRemoval, hasPublicText, publicTextRemoval } from '../storage/profiles/profiles.ts';
import { withdrawalByStaff } from '../storage/public-answers/withdrawal-by-staff.ts';
import type { Step, TableReader } from '../storage/table.ts';

/* The removal of content that a report is about, in the transaction of its decision. docs/product/desk.md#decisions */

type Context = { readonly table: TableReader; readonly now: Instant };
type PictureStores = {
  readonly media: Media;
  readonly chatPictures: ChatPictures;
  readonly log: Logger;
};
type Outcome = 'GONE' | 'MOVED' | 'CHANGED';

/** The steps that remove content, and what removes its pictures from storage afterwards. */
export type Removal = {
  readonly steps: readonly Step<Outcome>[];
  readonly removePictures: (stores: PictureStores) => Promise<void>;
};

/** Why content cannot be removed now, in a sentence; undefined if it can. */
export async function removalRefusal(
  context: Context,
  one: Case,
  what: Removable,
): Promise<string | undefined> {
  try {
    await removalOf(context, one, what);
    return undefined;
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'WRONG_STATUS') return 'This is gone already.';
    if (fault instanceof Refusal) return fault.message;
    throw fault;
  }
}

/** Prepares the removal of content. Refuses with INVALID_INPUT what the case is not about, and with WRONG_STATUS what is gone. */
export async function removalOf(context: Context, one: Case, what: Removable): Promise<Removal> {
  if (what === 'PUBLIC_ANSWER') return publicAnswerRemovalOf(context, one);
  if (what === 'LINK') return linkRemovalOf(context, one);
  if (what === 'MESSAGE') return messageRemovalOf(context, one);
  if (what === 'THANKS') return thanksRemovalOf(context, one);
  const user = await userById(context.table, one.userId, context.now);
  if (!user) throw gone();
  if (what === 'PICTURE') {
    const { id, avatarUrl } = user;
    if (!avatarUrl) throw gone();
    return {
      steps: [avatarRemoval(user)],
      removePictures: async (stores) => {
        await quietly(stores, () => removeFormerPortrait(stores.media, user));
        await quietly(stores, () => stores.media.removePortrait(id, avatarUrl));
      },
    };
  }
  if (!hasPublicText(user)) throw gone();
  const addresses = [...picturesIn(user.bio).keys()];
  return {
    steps: [publicTextRemoval(user)],
    removePictures: async (stores) => {
      for (const address of addresses)
        await quietly(stores, () => stores.media.removeBioPicture(user.id, address));
    },
  };
}

async function linkRemovalOf({ table }: Context, { subject, userId }: Case): Promise<Removal> {
  if (subject.type !== 'LINK') throw notReported();
  const steps = await linkRemoval(table, userId, subject.id);
  if (steps.length === 0) throw gone();
  return { steps, removePictures: async () => {} };
}

/** A reported public answer is withdrawn, with the conversation, so that both people see it there. */
async function publicAnswerRemovalOf({ table, now }: Context, { subject }: Case): Promise<Removal> {
  if (subject.type !== 'PUBLIC_ANSWER' || !subject.within) throw notReported();
  const conversation = await conversationById(table, subject.within, now);
  const steps = conversation && withdrawalByStaff(conversation, now);
  if (!steps) throw gone();
  return { steps, removePictures: async () => {} };
}

/** Takes a thank-you off the profile for good. The two people still read it with the letter. */
async function thanksRemovalOf({ table, now }: Context, { subject }: Case): Promise<Removal> {
  if (subject.type !== 'THANKS') throw notReported();
  const steps = await changeThanksSteps(table, subject.id, now, withoutShowing);
  if (steps.length === 0) throw gone();
  return { steps, removePictures: async () => {} };
}

/** The reported message is the last of those that the case quotes. */
async function messageRemovalOf(context: Context, one: Case): Promise<Removal> {
  const { subject, quotes, userId } = one;
  const quote = quotes.at(-1);
  if (subject.type !== 'MESSAGE' || !subject.within || !quote) throw notReported();
  const { room, message } = await messageInRoom(context.table, subject.within, quote.at);
  if (!room || !message) throw gone();
  if (message.userId !== userId || message.announcement) throw notReported();
  if (message.deletedAt !== undefined) throw gone();
  const url = message.picture?.url;
  return {
    steps: messageDeletion(room, message, context.now),
    removePictures: (stores) =>
      quietly(stores, async () => {
        if (url) await stores.chatPictures.remove(room.id, url);
      }),
  };
}

/** The decision stands if a file cannot be removed; no page links to it any more. */
async function quietly({ log }: PictureStores, remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (fault) {
    log.warn('a picture stays behind', fault as Error);
  }
}

const gone = () =>
  new Refusal('WRONG_STATUS', {
    message: 'This content is gone already. Please choose another decision.',
  });

function notReported(): Refusal {
  const message = 'This case isn’t about such content. Please choose something else.';
  return new Refusal('INVALID_INPUT', { message, fields: { remove: message } });
}
