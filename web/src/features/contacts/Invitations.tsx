import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { pageHeading } from '../../ui/focus-after-removal.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { firstName } from '../conversations/conversation.ts';
import type { InvitationRow } from './invitations.ts';
import { useOpenChat } from './open-chat.ts';
import { useInvitations } from './use-invitations.ts';

/** How many are shown at first: a home page has other things to show as well. */
const SHOWN = 3;

export type InvitationsProps = {
  /** False if it is known that there are none. Rows that were just answered stay. */
  ask?: boolean;
};

/*
 * The people who want to chat with the user, with buttons to accept or reject; nothing if there are none.
 * docs/product/contacts.md#states
 */
export function Invitations({ ask = true }: InvitationsProps) {
  const { rows, accept, reject } = useInvitations(ask);
  const { open, opening } = useOpenChat();
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (rows.length === 0) return null;
  // The row disappears with its button, so keyboard users keep the focus nearby.
  const stay = () => {
    const near = rows.length > 1 ? heading.current : pageHeading();
    near?.focus({ preventScroll: true });
  };
  return (
    <section aria-labelledby="invitations">
      <h2
        id="invitations"
        ref={heading}
        tabIndex={-1}
        data-quiet-focus
        className="font-serif text-xl"
      >
        {rows.length === 1 ? 'Invitation to chat' : 'Invitations to chat'}
      </h2>
      <ul aria-label="Invitations to chat" className="mt-2 grid gap-2">
        {rows.slice(0, all ? rows.length : SHOWN).map((row) => (
          <InvitationItem key={row.invitation.userContactId} row={row}>
            <Answers
              row={row}
              opening={opening === row.invitation.userContactId}
              onOpen={() => open(row.invitation.userContactId)}
              onAccept={() => accept(row.invitation)}
              onReject={() => {
                stay();
                void reject(row.invitation);
              }}
            />
          </InvitationItem>
        ))}
      </ul>
      {!all && rows.length > SHOWN && (
        <Button size="md" variant="quiet" block onClick={() => setAll(true)}>
          Show All {rows.length} Invitations
        </Button>
      )}
    </section>
  );
}

type AnswersProps = {
  row: InvitationRow;
  /** Whether the chat is being opened. */
  opening: boolean;
  onOpen: () => void;
  onAccept: () => void;
  onReject: () => void;
};

/* The two buttons. After accepting, the same button keeps the focus and opens the chat. */
function Answers({ row: { invitation, state }, opening, ...on }: AnswersProps) {
  const waiting = state === 'waiting';
  const name = invitation.fullName;
  return (
    <>
      <Button
        size="md"
        variant="quiet"
        busy={state === 'accepting' || opening}
        busyText="Wait..."
        className="px-3.5!"
        onClick={waiting ? on.onAccept : on.onOpen}
      >
        <span>
          {waiting ? 'Accept' : 'Open chat'}
          <span className="sr-only">
            {waiting ? ` the invitation of ${name}` : ` with ${name}`}
          </span>
        </span>
      </Button>
      {waiting && (
        <IconButton
          label={`Reject the invitation of ${name}`}
          icon={<X aria-hidden size={20} />}
          onClick={on.onReject}
        />
      )}
    </>
  );
}

function InvitationItem({ row, children }: { row: InvitationRow; children: ReactNode }) {
  const { invitation, state, fault } = row;
  const { fullName, username, profileImageUrl } = invitation;
  return (
    <li className="grid gap-1 rounded-card border border-rule bg-card py-3 pr-1 pl-3.5">
      <div className="flex flex-wrap items-center justify-end gap-x-1 gap-y-2">
        <Link
          to={paths.profile(username)}
          className="flex min-h-11 min-w-0 flex-1 basis-[9rem] items-center gap-3"
        >
          <Avatar name={fullName} imageUrl={profileImageUrl} size="row" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold leading-snug">
              {fullName}
            </span>
            <span role="status" className="block text-[0.875rem] text-soft leading-snug">
              {state === 'waiting'
                ? 'Pending Invitation'
                : `${firstName(fullName)} is a contact of yours now`}
            </span>
          </span>
        </Link>
        <span className="flex items-center gap-1">{children}</span>
      </div>
      {fault && (
        <p role="alert" className="font-medium text-red-text">
          {fault}
        </p>
      )}
    </li>
  );
}
