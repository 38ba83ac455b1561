import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import type { MenuItem, Menu as MenuOf } from './Menu.tsx';
import { toast } from './Toast.tsx';

export type MoreMenuProps = {
  /** What the button is called; `More` where nothing else on the screen is called so. */
  label?: string;
  /** What the items are about; read aloud. */
  about: string;
  items: readonly MenuItem[];
};

/* What else can be done, behind three dots at the right; no dots where there is nothing. */
export function MoreMenu({ label = 'More', about, items }: MoreMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { Menu, load } = useMenu();
  if (items.length === 0) return null;
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        icon={<Ellipsis aria-hidden size={22} />}
        onPointerEnter={() => load().catch(() => undefined)}
        onFocus={() => load().catch(() => undefined)}
        onClick={() =>
          load().then(
            () => setOpen(true),
            () => toast.error('The menu could not be loaded. Please try again.'),
          )
        }
      />
      {Menu && (
        <Menu
          open={open}
          onOpenChange={setOpen}
          anchor={button}
          label={about}
          align="end"
          items={items}
        />
      )}
    </>
  );
}

/** Most people never open it: it is fetched by whoever is about to. `load` rejects where it cannot be had. */
function useMenu() {
  const [Menu, setMenu] = useState<typeof MenuOf>();
  const load = async (): Promise<void> => {
    if (Menu) return;
    const fetched = await import('./Menu.tsx');
    setMenu(() => fetched.Menu);
  };
  return { Menu, load };
}
