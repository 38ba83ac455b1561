import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { useOpenChat } from '../../contacts/open-chat.ts';
import { useMayChat } from '../../contacts/use-may-chat.ts';
import { firstName } from '../../conversation/side.ts';
import { paths } from '../../paths.ts';
import { cameFrom } from '../../shell/came-from.ts';
import { Button } from '../../ui/Button.tsx';
import type { PublicProfile } from './Profile.tsx';

/* The way to chat with this person: for contacts the chat, for others with a plan the invitation. */
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
        <Link to={paths.chatInvite(profile.id)} state={cameFrom(paths.profile(profile.username))} />
      }
    >
      {contactState === 'INVITED_ME' ? 'Answer the invitation' : 'Invite to Chat'}
    </Button>
  );
}

/** An invitation that waits is nothing to press. */
function Invited({ name }: { name: string }) {
  return (
    <p className="flex min-h-11 items-center justify-center gap-2 text-balance text-center text-soft">
      <Clock aria-hidden className="size-4 shrink-0 text-held" />
      Invited to chat. {name} has not accepted yet.
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
