import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { Menu, type MenuItem } from './Menu.tsx';

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
  if (items.length === 0) return null;
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        icon={<Ellipsis aria-hidden size={22} />}
        onClick={() => setOpen(true)}
      />
      <Menu
        open={open}
        onOpenChange={setOpen}
        anchor={button}
        label={about}
        align="end"
        items={items}
      />
    </>
  );
}
