import { zodResolver } from '@hookform/resolvers/zod';
import { renameChat } from '#shared/api/groups.ts';
import { CHAT_NAME_MAX } from '#shared/rules/chat/chats.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { membersGate } from '#web/gates.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import type { Chat } from '../viewer/ChatGate.tsx';
import { chatPeopleQueries } from '../viewer/chat-queries.ts';
import { OwnerGate } from './GroupGate.tsx';
import { showChangedGroup } from './group-changes.ts';

export const loader = queryLoader(
  (address) => ({ chat: chatPeopleQueries(address).chat }),
  membersGate,
);

const TITLE = 'Rename group';

/** `/chat-group/{chatId}/name`: gives a group another name. docs/product/chat.md#group-info */
export function Component() {
  const chatId = usePathParameter('chatId');
  return (
    <OwnerGate title={TITLE} back={paths.chatGroup(chatId)}>
      {(chat) => <NameForm key={chat.id} chat={chat} />}
    </OwnerGate>
  );
}

function NameForm({ chat: { id: chatId, name } }: { chat: Chat }) {
  const leave = useLeaveForm();
  const { form, clearDraft } = useDraftForm({
    draftKey: `renameChat_${chatId}`,
    resolver: zodResolver(renameChat.input),
    defaultValues: { chatId, name },
  });
  const submission = useSubmission(form, {
    failed: 'Error while renaming the group. Please try again.',
    send: async (input) => {
      showChangedGroup(await call(renameChat, input));
      clearDraft();
      toast.success('Group renamed');
      leave(paths.chatGroup(chatId));
    },
  });
  return (
    <FormPage
      title={TITLE}
      back={paths.chatGroup(chatId)}
      {...submission}
      submit="Save"
      note="Everyone in the group sees that you renamed it."
    >
      <Field label="Group name" error={form.formState.errors.name?.message}>
        <TextInput {...form.register('name')} maxLength={CHAT_NAME_MAX} autoComplete="off" />
      </Field>
    </FormPage>
  );
}
