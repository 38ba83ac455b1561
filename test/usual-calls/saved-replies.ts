import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const words = (title: string) => ({ title, text: '<p>Thank you for asking. Please send me</p>' });

/** A user with a saved reply. */
async function author(world: World) {
  const person = await newPerson(world);
  const { id } = await person.keepsReply(words('First'));
  return { token: person.token, savedReplyId: id };
}

/** The usual path of each operation on a user's own saved replies. */
export const savedReplyPaths = {
  viewSavedReplies: async (world) => ({ token: (await author(world)).token }),
  createSavedReply: async (world) => ({
    token: (await author(world)).token,
    input: words('Second'),
  }),
  updateSavedReply: async (world) => {
    const { token, savedReplyId } = await author(world);
    return { token, input: { savedReplyId, ...words('Changed') } };
  },
  deleteSavedReply: async (world) => {
    const { token, savedReplyId } = await author(world);
    return { token, input: { savedReplyId } };
  },
} satisfies Paths;
