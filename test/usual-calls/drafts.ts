import { draftFields } from '#lib/local/deeds/drafts.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import { PRICE } from '#test/support/orders.ts';
import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

/** A user with a saved draft. */
async function writer(world: World) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const draft = await sender.savesDraft(recipient);
  return { sender, token: sender.token, recipientId: recipient.id, draft: draftFields(draft) };
}

/** The usual path of each operation on drafts. */
export const draftPaths = {
  // A save while the user types.
  saveDraft: async (world) => {
    const { token, recipientId, draft } = await writer(world);
    const words = { messageSubject: 'Dry winters', messageText: `${QUESTION}<p>And if</p>` };
    return { token, input: { recipientId, ...words, ...draft } };
  },
  viewDraft: async (world) => {
    const { token, recipientId } = await writer(world);
    return { token, input: { recipientId } };
  },
  viewDrafts: async (world) => {
    const { sender, token } = await writer(world);
    await sender.savesDraft(await newPerson(world, { price: PRICE }));
    return { token };
  },
  deleteDraft: async (world) => {
    const { token, recipientId, draft } = await writer(world);
    return { token, input: { recipientId, ...draft } };
  },
} satisfies Paths;
