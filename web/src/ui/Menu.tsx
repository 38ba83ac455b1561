import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, type RefObject, useRef } from 'react';

/* A menu beside the button that opened it. The button sets `aria-haspopup="menu"` itself. */

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  onSelect: () => void;
};

export type MenuProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button, which gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  /** The subject of the items, for screen readers. */
  label: string;
  items: readonly MenuItem[];
  /** The side of the button to align with: `end` for a button at the right of the screen. */
  align?: 'start' | 'end';
};

export function Menu({ open, onOpenChange, anchor, label, items, align = 'start' }: MenuProps) {
  // The menu stays inside its landmark, for users who navigate by landmarks.
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <span ref={place} className="absolute" />
      <Base.Portal container={place}>
        <Base.Positioner anchor={anchor} sideOffset={6} align={align} className="z-40">
          <Base.Popup
            aria-label={label}
            finalFocus={anchor}
            className="laid w-max min-w-[min(11rem,var(--available-width))] max-w-[min(var(--available-width),calc(100vw-4rem))] rounded-card bg-card p-1 text-left shadow-float outline-none"
          >
            {items.map((item) => (
              <Base.Item
                key={item.label}
                disabled={item.disabled}
                onClick={item.onSelect}
                className="flex min-h-11 cursor-default items-center gap-3 rounded-[10px] px-3 py-1 [&>svg]:shrink-0 outline-none data-disabled:opacity-50 data-highlighted:bg-tint forced-colors:data-highlighted:outline-2"
              >
                {item.icon}
                <span className="wrap-anywhere min-w-0">{item.label}</span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
