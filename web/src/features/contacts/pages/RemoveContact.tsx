import { useRef } from 'react';
import { removeUserContact } from '#shared/api/contacts.ts';
import { call } from '#web/api/client.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { refreshContacts } from '../contact-lists.ts';
import { refusalReason } from '../refusal-reason.ts';
import type { Contact } from './ContactRow.tsx';

export type RemoveContactProps = {
  /** The contact to remove; undefined while the dialog is closed. */
  contact: Contact | undefined;
  onClose: () => void;
  /** The element near the removed row that gets the focus. */
  near: () => HTMLElement | null;
};

/* Confirms the removal of a contact. */
export function RemoveContact({ contact, onClose, near }: RemoveContactProps) {
  const removed = useRef(false);
  const removing = useWrite({
    mutationFn: ({ userContactId }: Contact) => call(removeUserContact, { userContactId }),
    onSuccess: async (_, { fullName }) => {
      await refreshContacts().catch(() => undefined);
      removed.current = true;
      onClose();
      toast.success(`${fullName} is no longer a contact of yours.`);
    },
  });
  const close = () => {
    removing.reset();
    onClose();
  };
  const name = contact ? firstName(contact.fullName) : '';
  return (
    <Confirm
      open={contact !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Remove ${name} from your contacts?`}
      description={
        <p>
          You aren’t in {name}’s contacts anymore either. Both of you can still read your chat, but
          not write in it. To chat again, one of you invites the other.
        </p>
      }
      action="Remove contact"
      actionVariant="danger"
      cancel="Keep"
      busy={removing.isPending}
      error={
        removing.error
          ? (refusalReason(removing.error) ?? 'The contact couldn’t be removed. Please try again.')
          : undefined
      }
      onConfirm={() => {
        removed.current = false;
        if (contact) removing.mutate(contact);
      }}
      returnFocus={() => (removed.current ? near() : undefined)}
    />
  );
}
