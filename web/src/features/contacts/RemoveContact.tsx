import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { removeUserContact } from '../../../../shared/api/contacts.ts';
import { call } from '../../api/client.ts';
import { refreshContacts } from '../../contacts/contact-lists.ts';
import { reasonOf } from '../../contacts/reason.ts';
import { firstName } from '../../conversation/side.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { toast } from '../../ui/Toast.tsx';
import type { Contact } from './ContactRow.tsx';

export type RemoveContactProps = {
  /** Whom to part with; nobody while nothing is asked. */
  contact: Contact | undefined;
  onClose: () => void;
  /** What is near the row that went; it has the focus afterwards. */
  near: () => HTMLElement | null;
};

/* Asks before two people are no longer contacts of each other. */
export function RemoveContact({ contact, onClose, near }: RemoveContactProps) {
  const removed = useRef(false);
  const removing = useMutation({
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
          You are not in {name}’s contacts any more either. Both of you can still read your chat,
          but not write in it. To chat again, one of you invites the other.
        </p>
      }
      action="Remove contact"
      actionVariant="danger"
      cancel="Keep"
      busy={removing.isPending}
      error={
        removing.error
          ? (reasonOf(removing.error) ?? 'The contact could not be removed. Please try again.')
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
