import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';

/*
 * A menu beside the button that opened it. The button sets `aria-haspopup="menu"` itself. The menu is a popover, which
 * the browser closes on Escape or a press elsewhere. In browsers without popovers (docs/product/browsers.md#supported-browsers), it
 * is an element over the page.
 */

const hasPopovers = () => 'showPopover' in HTMLElement.prototype;

export type MenuItem = {
  label: string;
  /** What follows, in a line under the label. */
  hint?: string | undefined;
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

export function Menu(props: MenuProps) {
  return props.open && <OpenMenu {...props} />;
}

function OpenMenu({ onOpenChange, anchor, label, items, align = 'start' }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const [element, button] = [menu.current, anchor.current];
    if (!element || !button) return;
    if (hasPopovers()) element.showPopover();
    if (!isSheet(element)) place(element, button.getBoundingClientRect(), align);
    itemsOf(element)[0]?.focus();
  }, [anchor, align]);
  useEffect(() => {
    if (hasPopovers()) return;
    const closeBeside = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) onOpenChange(false);
    };
    document.addEventListener('pointerdown', closeBeside);
    return () => document.removeEventListener('pointerdown', closeBeside);
  }, [onOpenChange]);
  const close = () => {
    anchor.current?.focus();
    onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab' || event.key === 'Escape') close();
    else if (!moveFocus(event)) return;
    event.preventDefault();
    // An ancestor may use the same keys.
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      popover="auto"
      aria-label={label}
      // Items that say what follows need the width of a phone: there the menu is a sheet at the bottom.
      data-sheet={items.some(({ hint }) => hint !== undefined) || undefined}
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => newState === 'closed' && onOpenChange(false)}
      className="menu laid fixed z-60 m-0 w-max min-w-[min(11rem,100vw-1rem)] max-w-[calc(100vw-4rem)] rounded-card bg-card p-1 text-left text-ink shadow-float"
    >
      {items.map((item, place) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          {...(item.hint && {
            'aria-labelledby': `${id}-${place}-label`,
            'aria-describedby': `${id}-${place}-hint`,
          })}
          aria-disabled={item.disabled || undefined}
          onPointerMove={(event) => event.currentTarget.focus()}
          onClick={() => {
            if (item.disabled) return;
            close();
            item.onSelect();
          }}
          className="flex min-h-11 w-full cursor-default items-center gap-3 rounded-[10px] px-3 py-1 text-left outline-ink focus:bg-tint focus-visible:outline-2 focus-visible:-outline-offset-2 aria-disabled:opacity-50 forced-colors:focus:outline-2 [&>svg]:shrink-0"
        >
          {item.icon}
          <span className="wrap-anywhere min-w-0">
            <span id={`${id}-${place}-label`} className={item.hint && 'block font-semibold'}>
              {item.label}
            </span>
            {item.hint && (
              <span
                id={`${id}-${place}-hint`}
                // It is the description of the row, not a part of its name.
                aria-hidden
                className="block text-[0.875rem] text-soft leading-5"
              >
                {item.hint}
              </span>
            )}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Whether the menu is at the bottom of a phone, where paper.css places it. */
const isSheet = (menu: HTMLElement) =>
  menu.dataset.sheet !== undefined &&
  (window.matchMedia?.('(max-width: 39.99rem)').matches ?? false);

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** Moves the focus by an arrow key, Home, End or the first letter of an item. Returns whether the key is one of them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  // A shortcut of the browser: Ctrl+R reloads the page, even if an item begins with R.
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const { key, currentTarget, target } = event;
  const items = itemsOf(currentTarget);
  const at = items.indexOf(target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[key];
  const next = [...items.slice(at + 1), ...items];
  const item =
    to === undefined
      ? next.find((one) => /^\S$/.test(key) && startsWith(one, key))
      : items.at(to % items.length);
  item?.focus();
  return item !== undefined;
}

const startsWith = ({ textContent }: Element, letter: string) =>
  textContent.toLowerCase().startsWith(letter.toLowerCase());

const GAP = 6;
const EDGE = 8;

/** Places the menu below the button, or above it if there is more room, inside the window. */
function place(menu: HTMLElement, button: DOMRect, align: 'start' | 'end'): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = align === 'end' ? button.right - width : button.left;
  const fits = button.bottom + GAP + height <= clientHeight - EDGE;
  const top = fits ? button.bottom + GAP : button.top - GAP - height;
  menu.style.left = `${Math.max(EDGE, Math.min(left, clientWidth - width - EDGE))}px`;
  menu.style.top = `${Math.max(EDGE, Math.min(top, clientHeight - height - EDGE))}px`;
}
