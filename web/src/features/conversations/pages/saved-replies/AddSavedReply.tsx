import { createSavedReply } from '#shared/api/saved-replies.ts';
import { call } from '#web/api/client.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { SavedReplyForm } from './SavedReplyForm.tsx';

const DRAFT = 'savedReply_new';

/* Adds a saved reply. docs/product/conversations.md#saved-replies */
export function Component() {
  const once = useSendOnce(DRAFT);
  return (
    <SavedReplyForm
      title="Add a saved reply"
      draftKey={DRAFT}
      save={(words) => once.send((options) => call(createSavedReply, words, options))}
    />
  );
}
