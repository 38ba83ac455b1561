import { createSavedReply } from '../../../../../../shared/api/saved-replies.ts';
import { call } from '../../../../api/client.ts';
import { useSendOnce } from '../../../../api/send-once.ts';
import { SavedReplyForm } from './SavedReplyForm.tsx';

/* Adds a saved reply. docs/product/conversations.md#saved-replies */
export function Component() {
  const once = useSendOnce();
  return (
    <SavedReplyForm
      title="Add a saved reply"
      save={(words) => once.send((options) => call(createSavedReply, words, options))}
    />
  );
}
