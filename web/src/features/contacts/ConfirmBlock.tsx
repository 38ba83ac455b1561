import { type ReactNode, useRef } from 'react';
import { Confirm } from '../../ui/Confirm.tsx';
import { firstName } from '../conversations/conversation.ts';
import { type Blockable, useBlock, useUnblock } from './block.ts';
import { refusalReason } from './refusal-reason.ts';

export type ConfirmBlockProps = {
  /** The person; undefined while the dialog is closed. */
  person: Blockable | undefined;
  onClose: () => void;
  /** The element to focus once it is done, if the pressed button disappears with it. */
  returnFocus?: () => HTMLElement | null | undefined;
};

/* Confirms that a person is blocked. docs/product/contacts.md#blocking */
export function ConfirmBlock({ person, ...props }: ConfirmBlockProps) {
  const name = firstName(person?.fullName ?? '');
  return (
    <ConfirmChange
      {...props}
      person={person}
      change={useBlock()}
      title={`Block ${name}?`}
      action={`Block ${name}`}
      failed={`${name} couldn’t be blocked. Please try again.`}
    >
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>
          {name} can’t chat with you, invite you or send you a paid letter, and isn’t told about it.
        </li>
        <li>
          You leave the groups that you are both in. From a group that’s yours, {name} is removed.
        </li>
        <li>What {name} writes in an open conversation is no longer shown to you.</li>
        <li>
          Paid letters between you that wait for an answer end: yours is canceled, theirs is
          declined. Whoever paid gets all of the money back.
        </li>
      </ul>
    </ConfirmChange>
  );
}

/* Confirms that a block ends. */
export function ConfirmUnblock({ person, ...props }: ConfirmBlockProps) {
  const name = firstName(person?.fullName ?? '');
  return (
    <ConfirmChange
      {...props}
      person={person}
      change={useUnblock()}
      title={`Unblock ${name}?`}
      action={`Unblock ${name}`}
      failed={`${name} couldn’t be unblocked. Please try again.`}
    >
      <p>
        {name} can invite you and write to you again. You’re contacts only after one of you invites
        the other.
      </p>
    </ConfirmChange>
  );
}

type ConfirmChangeProps = ConfirmBlockProps & {
  change: ReturnType<typeof useBlock>;
  title: string;
  action: string;
  failed: string;
  children: ReactNode;
};

function ConfirmChange(props: ConfirmChangeProps) {
  const { person, onClose, change, failed } = props;
  const isDone = useRef(false);
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <Confirm
      open={person !== undefined}
      onOpenChange={(open) => !open && close()}
      title={props.title}
      description={props.children}
      action={props.action}
      busy={change.isPending}
      error={change.error ? (refusalReason(change.error) ?? failed) : undefined}
      onConfirm={() => {
        isDone.current = false;
        if (!person) return;
        change.mutate(person, {
          onSuccess: () => {
            isDone.current = true;
            onClose();
          },
        });
      }}
      returnFocus={() => (isDone.current ? props.returnFocus?.() : undefined)}
    />
  );
}
