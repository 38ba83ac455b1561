import type { ChosenFile } from '#lib/local/deeds/attachments.ts';
import { answeredOrder, PRICE } from '#test/support/orders.ts';
import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const PICTURE: ChosenFile = {
  kind: 'picture',
  name: 'a.jpg',
  type: 'image/jpeg',
  bytes: 2_000_000,
};

/** A person with an attachment for a letter. */
async function withFile(world: World) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const { attachmentId } = await sender.choosesFile(PICTURE, { to: recipient });
  return { token: sender.token, recipient, attachmentId };
}

/** The usual path of each operation on attachments. */
export const attachmentPaths = {
  createAttachment: async (world) => {
    const { token, recipient } = await withFile(world);
    return { token, input: { ...PICTURE, recipientId: recipient.id } };
  },
  viewAttachments: async (world) => {
    const { token, attachmentId } = await withFile(world);
    return { token, input: { attachmentIds: attachmentId } };
  },
  deleteAttachment: async (world) => {
    const { token, attachmentId } = await withFile(world);
    return { token, input: { attachmentId } };
  },
  updateAttachmentSettings: async (world) => ({
    token: (await newPerson(world)).token,
    input: { takesPictures: 'true', blursPictures: 'true', takesVoice: 'false' },
  }),
  viewAttachmentLinks: async (world) => {
    const { sender, order } = await answeredOrder(world);
    return { token: sender.token, input: { conversationId: order.id } };
  },
} satisfies Paths;
