import { useRef } from 'react';
import { removeChatMember } from '#shared/api/groups.ts';
import { call } from '#web/api/client.ts';
import { refusalReason } from '#web/features/contacts/refusal-reason.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import type { Chat } from '../viewer/ChatGate.tsx';
import type { Person } from '../viewer/PeopleList.tsx';
import { hideMember, reloadIfRefused, showChangedGroup } from './group-changes.ts';

export type ConfirmRemovalProps = {
  chat: Chat;
  /** The member to remove; undefined closes the dialog. */
  person: Person | undefined;
  onClose: () => void;
  /** Gets the focus after the removal, because the pressed button disappears. */
  near: () => HTMLElement | null;
};

/* Asks the owner whether to remove a member from the group. */
export function ConfirmRemoval({ chat, person, onClose, near }: ConfirmRemovalProps) {
  const removed = useRef(false);
  const removal = useWrite({
    mutationFn: ({ id }: Person) => call(removeChatMember, { chatId: chat.id, userId: id }),
    onSuccess: (answer, { id, fullName }) => {
      hideMember(chat.id, id);
      showChangedGroup(answer);
      removed.current = true;
      toast.success(`${fullName} is no longer in the group`);
      onClose();
    },
    onError: reloadIfRefused,
  });
  const close = () => {
    removal.reset();
    onClose();
  };
  const name = person?.fullName ?? '';
  return (
    <Confirm
      open={person !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Remove ${name}?`}
      description={
        <p>
          {name} can no longer read this group or write in it. What they wrote stays. Everyone in
          the group sees that you removed them.
        </p>
      }
      action="Remove"
      actionVariant="danger"
      cancel="Keep"
      busy={removal.isPending}
      error={
        removal.error
          ? (refusalReason(removal.error) ?? 'This person wasn’t removed. Please try again.')
          : undefined
      }
      onConfirm={() => {
        removed.current = false;
        if (person) removal.mutate(person);
      }}
      returnFocus={() => (removed.current ? near() : undefined)}
    />
  );
}
