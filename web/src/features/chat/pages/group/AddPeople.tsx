import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useController, useForm } from 'react-hook-form';
import { addChatMembers } from '#shared/api/groups.ts';
import { GROUP_MAX } from '#shared/rules/chat/chats.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { membersGate } from '#web/gates.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { QueryPage, together } from '#web/shell/QueryPage.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { showAdded } from '../../not-added.ts';
import { groupQueries } from '../home/chats-queries.ts';
import { MemberChoice } from '../home/MemberChoice.tsx';
import { NobodyToChoose } from '../home/NobodyToChoose.tsx';
import { useGroupContacts } from '../home/use-group-contacts.ts';
import type { Chat } from '../viewer/ChatGate.tsx';
import { chatPeopleQueries, chatQueries } from '../viewer/chat-queries.ts';
import { OwnerGate } from './GroupGate.tsx';
import { reloadIfRefused, showChangedGroup } from './group-changes.ts';

export const loader = queryLoader(
  (address) => ({ ...chatPeopleQueries(address), ...groupQueries() }),
  membersGate,
);

const TITLE = 'Add people';

/** `/chat-group/{chatId}/add-people`: adds contacts to a group. docs/product/chat.md#group-info */
export function Component() {
  const chatId = usePathParameter('chatId');
  return (
    <OwnerGate title={TITLE} back={paths.chatGroup(chatId)}>
      {(chat) => <Contacts key={chat.id} chat={chat} />}
    </OwnerGate>
  );
}

type Choosable = ReturnType<typeof useGroupContacts>;

function Contacts({ chat }: { chat: Chat }) {
  const people = useQuery(chatQueries(chat.id).people);
  const members = useMemo(() => new Set(people.data?.data.map(({ id }) => id)), [people.data]);
  const contacts = useGroupContacts(members);
  const back = paths.chatGroup(chat.id);
  return (
    <QueryPage
      title={TITLE}
      back={back}
      query={together(people, contacts.list)}
      skeleton={<RowsSkeleton />}
    >
      {() =>
        contacts.isEmpty ? (
          <NobodyToChoose title={TITLE} back={back} heading="No one to add">
            All your contacts are in this group. Find someone and invite them to chat.
          </NobodyToChoose>
        ) : (
          <PeopleForm chat={chat} contacts={contacts} />
        )
      }
    </QueryPage>
  );
}

function PeopleForm({ chat, contacts }: { chat: Chat; contacts: Choosable }) {
  const leave = useLeaveForm();
  const form = useForm({
    resolver: zodResolver(addChatMembers.input),
    defaultValues: { chatId: chat.id, participantUserIds: [] as string[] },
  });
  const added = useController({ control: form.control, name: 'participantUserIds' });
  const back = paths.chatGroup(chat.id);
  const submission = useSubmission(form, {
    failed: 'Error while adding people. Please try again.',
    send: async (input) => {
      try {
        const changed = await call(addChatMembers, input);
        showChangedGroup(changed);
        showAdded(input.participantUserIds.length, changed.notAdded);
      } catch (error) {
        // Others may have been added or have left meanwhile.
        reloadIfRefused(error);
        throw error;
      }
      leave(back);
    },
  });
  return (
    <FormPage
      title={TITLE}
      back={back}
      {...submission}
      submit="Add people"
      note="They can read everything that was written in this group."
    >
      <Field label="Contacts" group error={added.fieldState.error?.message}>
        <MemberChoice
          chosen={[added.field.value].flat()}
          onChoose={added.field.onChange}
          place={added.field.ref}
          total={contacts.total}
          room={GROUP_MAX - chat.memberCount}
          list={contacts.list}
          onSearch={contacts.all}
        />
      </Field>
    </FormPage>
  );
}
