import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { useOpenChat } from '#web/features/contacts/open-chat.ts';
import { useMayChat } from '#web/features/contacts/use-may-chat.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { Button } from '#web/ui/Button.tsx';
import type { PublicProfile } from '../../public-profile.ts';

/* A button to chat: opens the chat with a contact, or the invitation page for others. */
export function ChatButton({ profile }: { profile: PublicProfile }) {
  const mayChat = useMayChat();
  const { contactState } = profile;
  if (contactState === 'CONTACT') return <OpenChat userId={profile.id} />;
  if (contactState === 'INVITED_BY_ME') return <Invited name={firstName(profile.fullName)} />;
  if (!mayChat) return null;
  return (
    <Button
      block
      variant="quiet"
      render={
        <Link
          to={paths.chatInvite(profile.id)}
          state={fromAddress(paths.profile(profile.username))}
        />
      }
    >
      {contactState === 'INVITED_ME' ? 'Answer the invitation' : 'Invite to Chat'}
    </Button>
  );
}

/** A pending invitation, which has no action. */
function Invited({ name }: { name: string }) {
  return (
    <p className="flex min-h-11 items-center justify-center gap-2 text-balance text-center text-soft">
      <Clock aria-hidden className="size-4 shrink-0 text-held" />
      Invited to chat. {name} hasn’t accepted yet.
    </p>
  );
}

function OpenChat({ userId }: { userId: string }) {
  const { open, opening } = useOpenChat();
  return (
    <Button block variant="quiet" busy={opening !== undefined} onClick={() => open(userId)}>
      Open chat
    </Button>
  );
}
