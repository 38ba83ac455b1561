import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

/* The tabs of a page: About, Social, Links. */

type Tab<Value extends string> = {
  value: Value;
  label: string;
  content: ReactNode;
  /** Whether its content is in the page also while another tab is open: search engines follow its links. */
  isKept?: boolean;
};

export type TabsProps<Value extends string> = {
  tabs: readonly Tab<Value>[];
  /** The subject of the tabs, for screen readers. */
  label: string;
  defaultValue?: Value;
};

export function Tabs<Value extends string>({ tabs, label, defaultValue }: TabsProps<Value>) {
  const id = useId();
  const [value, setValue] = useState(defaultValue ?? tabs[0]?.value);
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        className="flex flex-wrap gap-x-6 border-rule border-b"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-${tab.value}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => setValue(tab.value)}
            className="-mb-px min-h-11 min-w-11 border-transparent border-b-2 text-soft hover:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink forced-colors:aria-selected:border-[Highlight]"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs
        .filter((tab) => tab.isKept || tab.value === value)
        .map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-${tab.value}-panel`}
            aria-labelledby={`${id}-${tab.value}`}
            hidden={tab.value !== value}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have nothing else to focus
            tabIndex={0}
            className="pt-4"
          >
            {tab.content}
          </div>
        ))}
    </div>
  );
}

/** The arrow keys, Home and End move the focus between the tabs; Enter or Space opens the focused one. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // A shortcut of the browser: Alt+Left goes back.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  tabs.at(to % tabs.length)?.focus();
}
