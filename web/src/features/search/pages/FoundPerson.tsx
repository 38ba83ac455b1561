import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import { SUPPORT_USERNAME } from '../../../../../shared/brand.ts';
import { useSession } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { fromAddress } from '../../../shell/previous-address.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ListItem } from '../../../ui/List.tsx';
import { useOpenChat } from '../../contacts/open-chat.ts';
import { rememberFromSearch } from '../../conversations/drafts/device-draft.ts';
import { keepSource, reportPress } from '../../profiles/visit-source.ts';
import type { Person } from './search.ts';

type FoundPersonProps = {
  person: Person;
  /** The address of the search, to return to. */
  from: string;
};

/* A search result: the person, a button with the price, and a link to the profile. */
export function FoundPerson({ person, from }: FoundPersonProps) {
  const own = useSession()?.userId === person.id;
  return (
    <ListItem className="grid gap-3 py-4">
      <div className="flex items-center gap-3.5">
        <Avatar name={person.fullName} imageUrl={person.profileImageUrl} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1.5 font-semibold">
            <span dir="auto" className="wrap-anywhere line-clamp-2 leading-snug">
              {person.fullName}
            </span>
            {person.trusted && (
              <BadgeCheck aria-label="Verified" className="size-4 shrink-0 text-earned" />
            )}
          </p>
          <p className="wrap-anywhere text-soft leading-snug">@{person.username}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {!own && <AskButton person={person} from={from} />}
        <Button
          size="md"
          variant="quiet"
          className="flex-auto"
          onClick={() => keepSource(person, 'search')}
          render={<Link to={paths.profile(person.username)} state={{ search: from }} />}
        >
          <span>
            {own ? 'Your profile' : 'Profile'}
            {!own && <span className="sr-only"> of {person.fullName}</span>}
          </span>
        </Button>
      </div>
    </ListItem>
  );
}

/**
 * A button with the price of an answer, or for free for contacts and support. No button if the person takes no
 * messages or no more this month.
 */
function AskButton({ person, from }: FoundPersonProps) {
  if (person.username === SUPPORT_USERNAME) {
    return (
      <Button
        size="md"
        className="flex-auto"
        render={<Link to={paths.helpTicket()} state={fromAddress(from)} />}
      >
        <span>
          Contact<span className="sr-only"> {person.fullName}</span>
        </span>
      </Button>
    );
  }
  if (person.contact) return <ChatButton person={person} />;
  if (!person.active) return null;
  return (
    <Button
      size="md"
      className="flex-auto"
      onClick={() => {
        rememberFromSearch(person.id, true);
        keepSource(person, 'search');
        reportPress(person.id);
      }}
      render={<Link to={paths.createInbox(person.id)} state={{ search: from }} />}
    >
      <span>
        Contact for {person.paidResponsePriceFormatted}
        <span className="sr-only">: {person.fullName}</span>
      </span>
    </Button>
  );
}

function ChatButton({ person: { id, fullName } }: Pick<FoundPersonProps, 'person'>) {
  const { open, opening } = useOpenChat();
  return (
    <Button size="md" className="flex-auto" busy={opening !== undefined} onClick={() => open(id)}>
      <span>
        Chat<span className="sr-only"> with {fullName}</span>
      </span>
    </Button>
  );
}
