import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/* The tabs of a page: About, Social, Links. */

export type Tab<Value extends string> = { value: Value; label: string; content: ReactNode };

export type TabsProps<Value extends string> = {
  tabs: readonly Tab<Value>[];
  /** The subject of the tabs, for screen readers. */
  label: string;
  defaultValue?: Value;
  value?: Value;
  onValueChange?: (value: Value) => void;
};

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  return (
    <Base.Root
      defaultValue={props.defaultValue ?? props.tabs[0]?.value}
      value={props.value}
      onValueChange={(value) => props.onValueChange?.(value as Value)}
    >
      <Base.List
        aria-label={props.label}
        className="relative flex flex-wrap gap-x-6 border-rule border-b"
      >
        {props.tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 min-w-11 text-soft hover:text-ink data-active:font-semibold data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        {/* While the indicator slides on a screen that has just been turned, it may not widen the page. */}
        <span className="pointer-events-none absolute inset-x-0 top-0 -bottom-px overflow-clip">
          <Base.Indicator className="absolute bottom-(--active-tab-bottom) left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-ink transition-[left,width] duration-200 forced-colors:bg-[Highlight]" />
        </span>
      </Base.List>
      {props.tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4" data-quiet-focus>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
