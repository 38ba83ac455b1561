import { draftFields } from '#lib/local/deeds/drafts.ts';
import { ANSWER } from '#lib/local/deeds/texts.ts';
import { pendingOrder } from '#test/support/orders.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

/** The recipient of a message with a begun answer. */
async function author(world: World) {
  const { recipient, order } = await pendingOrder(world);
  const draft = await recipient.savesAnswerDraft(order);
  return { token: recipient.token, id: order.id, draft: draftFields(draft) };
}

/** The usual path of each operation on drafts of answers. */
export const answerDraftPaths = {
  // A save while the author types.
  saveAnswerDraft: async (world) => {
    const { token, id, draft } = await author(world);
    const words = { messageBody: `${ANSWER}<p>And</p>`, typedCharacters: 300 };
    const counts = { pastedCharacters: 0, writingMinutes: 4 };
    return { token, input: { inboxId: id, kind: 'ANSWER', ...words, ...counts, ...draft } };
  },
  viewAnswerDraft: async (world) => {
    const { token, id } = await author(world);
    return { token, input: { inboxId: id, kind: 'ANSWER' } };
  },
} satisfies Paths;
