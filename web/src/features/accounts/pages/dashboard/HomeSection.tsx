import type { ReactNode } from 'react';
import { List } from '#web/ui/List.tsx';

export type HomeSectionProps = {
  title: string;
  /** Beside the title. */
  sum?: ReactNode;
  /** The action for all rows: below them on a phone, beside the title where there is room. */
  action?: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/* A list of Home, with its heading. */
export function HomeSection({ title, sum, action, children }: HomeSectionProps) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 wide:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <h2 className="font-serif text-[1.375rem] leading-snug">{title}</h2>
      <p className="text-right">{sum}</p>
      <div className="col-span-full mt-1">
        <List label={title}>{children}</List>
      </div>
      <div className="col-span-full mt-3 empty:hidden wide:col-span-1 wide:col-start-3 wide:row-start-1 wide:mt-0">
        {action}
      </div>
    </section>
  );
}
