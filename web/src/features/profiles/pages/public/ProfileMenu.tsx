import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { useSession } from '#web/api/session.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { PublicProfile } from '../../public-profile.ts';

const OpenProfileMenu = lazyPart(
  async () => (await import('./OpenProfileMenu.tsx')).OpenProfileMenu,
);

/* The button of the menu that reports and blocks the person of a profile. The menu loads when it is first opened. */
export function ProfileMenu({ profile }: { profile: PublicProfile }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const own = useSession()?.userId === profile.id;
  if (own || profile.username === SUPPORT_USERNAME) return null;
  return (
    <>
      <IconButton
        ref={button}
        label={`More about ${profile.fullName}`}
        aria-haspopup="menu"
        aria-expanded={open}
        icon={<Ellipsis aria-hidden size={20} />}
        className="-mr-3 text-soft"
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
      />
      {used && (
        <OpenProfileMenu profile={profile} anchor={button} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}
