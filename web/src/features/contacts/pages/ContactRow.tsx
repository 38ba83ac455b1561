import { BadgeCheck, MessageCircle, Pencil, UserMinus, UserRound } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { viewUserContacts } from '#shared/api/contacts.ts';
import type { Output } from '#shared/api/operation.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ListItem } from '#web/ui/List.tsx';
import { MoreMenu } from '#web/ui/MoreMenu.tsx';

import { profileTarget } from '../../safety/report-target.ts';
import { useSafetyItems } from '../../safety/use-safety-items.tsx';

export type Contact = Output<typeof viewUserContacts>['data'][number];

export type ContactRowProps = {
  contact: Contact;
  /** Whether the chat is being opened. */
  opening: boolean;
  onOpen: () => void;
  onRemove: () => void;
};

/* A contact with buttons to open the chat and see the profile, and a menu to change their price, remove, report or block them. */
export function ContactRow({ contact, opening, onOpen, onRemove }: ContactRowProps) {
  const { userContactId, fullName, username, profileImageUrl, trusted } = contact;
  const navigate = useNavigate();
  const safety = useSafetyItems({
    report: profileTarget(userContactId),
    person: { userId: userContactId, fullName },
  });
  return (
    <ListItem className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Avatar name={fullName} imageUrl={profileImageUrl} />
      {/* In a narrow row the buttons are below the name. */}
      <div className="min-w-0 flex-1 basis-[7rem]">
        <p dir="auto" className="wrap-anywhere line-clamp-3 font-semibold leading-snug">
          {fullName}
          {trusted && (
            <BadgeCheck
              aria-label="Verified"
              className="-mt-0.5 ml-1.5 inline size-4 align-middle text-earned"
            />
          )}
        </p>
        <p className="truncate text-soft leading-snug">@{username}</p>
      </div>
      <div className="-mr-2.5 ml-auto flex">
        <IconButton
          label={`Message ${fullName}`}
          aria-disabled={opening || undefined}
          aria-busy={opening || undefined}
          className={opening ? 'opacity-60' : ''}
          icon={<MessageCircle aria-hidden size={22} />}
          onClick={onOpen}
        />
        <IconButton
          label={`Profile of ${fullName}`}
          icon={<UserRound aria-hidden size={22} />}
          render={<Link to={paths.profile(username)} />}
        />
        <MoreMenu
          label={`More about ${fullName}`}
          about={fullName}
          items={[
            {
              label: 'Change price',
              icon: <Pencil aria-hidden size={18} />,
              onSelect: () =>
                navigate(paths.contactPrice(userContactId), {
                  state: fromAddress(paths.contacts()),
                }),
            },
            {
              label: 'Remove contact',
              icon: <UserMinus aria-hidden size={18} />,
              onSelect: onRemove,
            },
            ...safety.items,
          ]}
        />
        {safety.dialogs}
      </div>
    </ListItem>
  );
}
