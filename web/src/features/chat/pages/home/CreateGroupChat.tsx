import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { viewChatList } from '#shared/api/chat.ts';
import { createGroupChat } from '#shared/api/groups.ts';
import { CHAT_NAME_MAX } from '#shared/rules/chat/chats.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { membersGate } from '#web/gates.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showNotAdded } from '../../not-added.ts';
import { groupQueries } from './chats-queries.ts';
import { MemberChoice, type MemberChoiceProps } from './MemberChoice.tsx';
import { OTHERS_MAX } from './members.ts';
import { NobodyToChoose } from './NobodyToChoose.tsx';
import { useGroupContacts } from './use-group-contacts.ts';

export const loader = queryLoader(groupQueries, membersGate);

const TITLE = 'Create Chat Group';
const DRAFT = 'createGroupChat';

/* Creates a group chat with some contacts and a name. docs/product/chat.md#groups */
export function Component() {
  const { list, total, all } = useGroupContacts();
  return (
    <QueryPage title={TITLE} back={paths.chat()} query={list} skeleton={<RowsSkeleton />}>
      {() =>
        total === 0 ? (
          <NobodyToChoose title={TITLE} back={paths.chat()} heading="NO CONTACTS FOUND">
            A group is made of your contacts. Find someone and invite them to chat.
          </NobodyToChoose>
        ) : (
          <GroupForm>
            {(choice) => (
              <MemberChoice
                {...choice}
                total={total}
                room={OTHERS_MAX}
                list={list}
                onSearch={all}
              />
            )}
          </GroupForm>
        )
      }
    </QueryPage>
  );
}

type GroupFormProps = {
  children: (choice: Pick<MemberChoiceProps, 'chosen' | 'onChoose' | 'place'>) => ReactNode;
};

function GroupForm({ children }: GroupFormProps) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const { form, clearDraft } = useDraftForm({
    draftKey: DRAFT,
    resolver: zodResolver(createGroupChat.input),
    defaultValues: { name: '', participantUserIds: [] as string[] },
  });
  const once = useSendOnce(DRAFT);
  const members = useController({ control: form.control, name: 'participantUserIds' });
  const submission = useSubmission(form, {
    failed: 'Error while creating group. Please try again.',
    send: async (group) => {
      const { data, notAdded } = await once.send((options) =>
        call(createGroupChat, group, options),
      );
      clearDraft();
      const [chat] = data;
      await refresh(viewChatList).catch(() => undefined);
      showNotAdded(notAdded);
      if (isPageOpen())
        navigate(chat ? paths.chatViewer(chat.id) : paths.chat(), { replace: true });
    },
  });
  const { errors } = form.formState;
  return (
    <FormPage
      title={TITLE}
      back={paths.chat()}
      {...submission}
      submit="Create Group"
      note="Everyone in a group sees who else is in it."
    >
      <Field label="Group name" error={errors.name?.message}>
        <TextInput {...form.register('name')} maxLength={CHAT_NAME_MAX} autoComplete="off" />
      </Field>
      <Field label="Members" group error={members.fieldState.error?.message}>
        {children({
          chosen: [members.field.value].flat(),
          onChoose: members.field.onChange,
          place: members.field.ref,
        })}
      </Field>
    </FormPage>
  );
}
