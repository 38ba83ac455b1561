import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { Menu, type MenuItem } from './Menu.tsx';

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
