import { handler as createSavedReply } from '#functions/conversations/createSavedReply.ts';
import { call } from '#test/support/call.ts';
import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const words = (title: string) => ({ title, text: '<p>Thank you for asking. Please send me</p>' });

/** A user with a saved reply. */
async function author(world: World) {
  const { token } = await newPerson(world);
  const { body } = await call(createSavedReply, words('First'), { token });
  return { token, savedReplyId: String(body.data[0].id) };
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
