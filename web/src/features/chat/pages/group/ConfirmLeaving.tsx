import { useState } from 'react';
import { useNavigate } from 'react-router';
import { viewChatList } from '#shared/api/chat.ts';
import { leaveChat } from '#shared/api/groups.ts';
import type { Input } from '#shared/api/operation.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { refusalReason } from '#web/features/contacts/refusal-reason.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { paths } from '#web/paths.ts';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { discardAll } from '../../outbox.ts';
import type { Chat } from '../viewer/ChatGate.tsx';
import type { Person } from '../viewer/PeopleList.tsx';
import { reloadIfRefused } from './group-changes.ts';

export type ConfirmLeavingProps = {
  chat: Chat;
  /** The people of the group, as far as they have loaded. */
  people: readonly Person[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/* Asks whether to leave a group; its owner chooses the next one. */
export function ConfirmLeaving({ chat, people, open, onOpenChange }: ConfirmLeavingProps) {
  const { leave, leaving } = useLeaving(chat);
  const { isOwner, others, next, choose } = useNextOwner(chat, people);
  return (
    <Confirm
      open={open}
      onOpenChange={(wanted) => {
        leaving.reset();
        onOpenChange(wanted);
      }}
      title="Leave this group?"
      description={<p>{leavingWords(chat, isOwner)}</p>}
      action="Leave group"
      actionVariant="danger"
      cancel="Stay"
      busy={leaving.isPending}
      error={
        leaving.error
          ? (refusalReason(leaving.error) ?? 'Error while leaving the group. Please try again.')
          : undefined
      }
      onConfirm={() => leave(next)}
    >
      {next !== undefined && (
        <Field label="Next owner">
          <Select
            value={next}
            onValueChange={choose}
            options={others.map(({ id, fullName }) => ({ value: id, label: fullName }))}
          />
        </Field>
      )}
    </Confirm>
  );
}

function useLeaving({ id: chatId, name }: Chat) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const leaving = useWrite({
    mutationFn: (input: Input<typeof leaveChat>) => call(leaveChat, input),
    onSuccess: () => {
      discardAll(chatId);
      toast.success(`You left ${name}`);
      if (isPageOpen()) navigate(paths.chat(), { replace: true });
      void refresh(viewChatList);
    },
    // The chosen person may have left meanwhile.
    onError: reloadIfRefused,
  });
  const leave = (nextOwnerUserId: string | undefined) =>
    leaving.mutate({ chatId, ...(nextOwnerUserId !== undefined && { nextOwnerUserId }) });
  return { leave, leaving };
}

/**
 * The choice of the next owner, for the owner of a group with others. By default it is the member with the oldest account, as on
 * the server: ids sort by age.
 */
function useNextOwner(chat: Chat, people: readonly Person[]) {
  const viewerId = useViewerId();
  const [chosen, choose] = useState<string>();
  const others = people.filter(({ id }) => id !== viewerId);
  const ids = others.map(({ id }) => id).sort();
  const wanted = ids.find((id) => id === chosen) ?? ids[0];
  const isOwner = chat.ownerId === viewerId;
  return { isOwner, others, next: isOwner ? wanted : undefined, choose };
}

function leavingWords({ name, memberCount }: Chat, isOwner: boolean): string {
  if (memberCount === 1)
    return `You’re the last person in ${name}. The group ends, and no one can read it anymore.`;
  const gone = `${name} goes from your chats, with everything written in it. The others go on without you and keep what you wrote.`;
  return isOwner
    ? `${gone} You own this group. After you it belongs to the next owner, by default the member with the oldest account.`
    : gone;
}
