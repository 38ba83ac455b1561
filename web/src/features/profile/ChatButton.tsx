import { Link } from 'react-router-dom';
import { useOpenChat } from '../../contacts/open-chat.ts';
import { useMayChat } from '../../contacts/use-may-chat.ts';
import { paths } from '../../paths.ts';
import { cameFrom } from '../../shell/came-from.ts';
import { Button } from '../../ui/Button.tsx';
import type { PublicProfile } from './Profile.tsx';

/* The way to chat with this person: for contacts the chat, for others with a plan the invitation. */
export function ChatButton({ profile }: { profile: PublicProfile }) {
  const mayChat = useMayChat();
  const { contactState } = profile;
  if (contactState === 'CONTACT') return <OpenChat userId={profile.id} />;
  // An invitation that waits is nothing to press.
  if (!mayChat || contactState === 'INVITED_BY_ME') return null;
  return (
    <Button
      block
      variant="quiet"
      render={
        <Link to={paths.chatInvite(profile.id)} state={cameFrom(paths.profile(profile.username))} />
      }
    >
      {contactState === 'INVITED_ME' ? 'Answer the Invitation' : 'Invite to Chat'}
    </Button>
  );
}

function OpenChat({ userId }: { userId: string }) {
  const { open, opening } = useOpenChat();
  return (
    <Button block variant="quiet" busy={opening !== undefined} onClick={() => open(userId)}>
      Open Chat
    </Button>
  );
}
