import { subscribers } from '#shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { indexAnswer } from '../storage/public-answers/answer-words.ts';

/** Updates the words by which search finds a public answer. docs/product/public-answers.md#in-search */
export const handler = serveSubscriber(
  subscribers.indexPublicAnswers,
  async ({ detail: { conversationId } }, { table, now }) => {
    const conversation = await conversationById(table, conversationId, now);
    if (conversation?.publicAnswer) await indexAnswer(table, conversation.publicAnswer.id);
  },
);
