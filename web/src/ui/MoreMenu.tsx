import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import type { MenuItem, Menu as MenuOf } from './Menu.tsx';
import { toast } from './Toast.tsx';

export type MoreMenuProps = {
  /** The label of the button; `More`, unless another button has that label. */
  label?: string;
  /** The subject of the items, for screen readers. */
  about: string;
  items: readonly MenuItem[];
};

/* A menu behind a button with three dots; nothing if it has no items. */
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

/** Few users open the menu, so its code loads when they are about to. `load` rejects if that fails. */
function useMenu() {
  const [Menu, setMenu] = useState<typeof MenuOf>();
  const load = async (): Promise<void> => {
    if (Menu) return;
    const fetched = await import('./Menu.tsx');
    setMenu(() => fetched.Menu);
  };
  return { Menu, load };
}
