import { UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import type { viewTopUserContacts } from '#shared/api/contacts.ts';
import type { Output } from '#shared/api/operation.ts';
import { useOpenChat } from '#web/features/contacts/open-chat.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';

export type TopContacts = Output<typeof viewTopUserContacts>;

/** How many contacts are shown beside the link to all of them. */
const SHOWN = 4;
/** With more contacts than this, that link is shown. docs/product/contacts.md#lists */
const WITHOUT_TILE = 3;

const TILE =
  'grid w-full justify-items-center gap-1.5 rounded-card px-0.5 py-1.5 text-center text-[min(0.8125rem,3.7vw)] leading-tight hover:bg-tint/60 aria-busy:opacity-60';

/* The most recent contacts; a press opens the chat with them. */
export function RecentContacts({ top: { data, pageTotal } }: { top: TopContacts }) {
  const { open, opening } = useOpenChat();
  const tile = pageTotal > WITHOUT_TILE;
  return (
    <section aria-labelledby="recent-contacts">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent-contacts" className="font-serif text-xl">
          Recent Contacts
        </h2>
        {!tile && <TextLink to={paths.contacts()}>All contacts</TextLink>}
      </div>
      <ul aria-label="Recent Contacts" className="-mx-1.5 grid grid-cols-5">
        {data.slice(0, SHOWN).map(({ userContactId, fullName, profileImageUrl }) => (
          <li key={userContactId} className="min-w-0">
            <button
              type="button"
              className={TILE}
              aria-label={`Chat with ${fullName}`}
              aria-busy={opening === userContactId || undefined}
              onClick={() => open(userContactId)}
            >
              <span className="grid w-full justify-items-center wide:max-w-12">
                <Avatar name={fullName} imageUrl={profileImageUrl} size="fluid" />
              </span>
              <span dir="auto" className="w-full truncate">
                {firstName(fullName)}
              </span>
            </button>
          </li>
        ))}
        {tile && (
          <li className="min-w-0">
            <Link to={paths.contacts()} className={TILE}>
              <span className="grid aspect-square w-full max-w-16 place-items-center wide:max-w-12 rounded-full bg-tint text-soft">
                <UsersRound aria-hidden className="size-6" />
              </span>
              <span className="wrap-anywhere w-full">More Contacts</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}
