import { ChevronRight } from 'lucide-react';
import { type ComponentProps, createContext, type ReactElement, type ReactNode, use } from 'react';
import { classNames } from './class-names.ts';
import { renderAs } from './render-as.ts';

/*
 * A list of rows, 72 px high and separated by rules. A row with a target is one link: `render={<Link to />}`.
 * SettingRow is the row of a settings page.
 */

/** The attributes of a row in a VirtualList. */
export const RowPlace = createContext<ComponentProps<'li'> | undefined>(undefined);

/** An item of a List or of a VirtualList. */
export function ListItem(props: ComponentProps<'li'>) {
  return <li {...use(RowPlace)} {...props} />;
}

export function List({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-rule">
      {children}
    </ul>
  );
}

export type RowProps = {
  before?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Under the subtitle, for example chips. */
  note?: ReactNode;
  /** At the right: an amount, a date, a button. */
  trailing?: ReactNode;
  /** Shows a red dot, which screen readers read as "new". */
  unread?: boolean;
  render?: ReactElement;
  /** At the right of the row, outside of its link: a menu. */
  beside?: ReactNode;
};

export function Row({ before, title, subtitle, note, trailing, unread, render, beside }: RowProps) {
  const content = (
    <>
      {before}
      <span className="min-w-0 flex-1 basis-[6rem]">
        <span className="flex items-center gap-2">
          {unread && (
            <span className="size-2 shrink-0 rounded-full bg-red forced-colors:bg-[Highlight]">
              <span className="sr-only">new, </span>
            </span>
          )}
          <span
            dir="auto"
            className={classNames('truncate', unread === false ? 'font-medium' : 'font-semibold')}
          >
            {title}
          </span>
        </span>
        {subtitle && (
          <span dir="auto" className="block truncate text-soft">
            {subtitle}
          </span>
        )}
        {note && <span className="mt-1.5 flex flex-wrap gap-2">{note}</span>}
      </span>
      {trailing && (
        <span className="ml-auto shrink-0 text-right font-medium text-lg">{trailing}</span>
      )}
    </>
  );
  const row = renderRow(content, render);
  if (!beside) return <ListItem>{row}</ListItem>;
  return (
    <ListItem className="flex items-center">
      <div className="min-w-0 flex-1">{row}</div>
      {beside}
    </ListItem>
  );
}

export type TwoLineRowProps = {
  portrait: ReactNode;
  /** A dot before the name, which screen readers read. */
  mark?: ReactNode;
  name: ReactNode;
  /** At the right of the name: its state or a date. Below it where both do not fit, so that no name is cut. */
  state?: ReactNode;
  /** The second line, cut at its end. */
  text: ReactNode;
  /** At the right of the second line: an amount or a count. */
  figure?: ReactNode;
  /** Below both lines, for what is rarely there. */
  note?: ReactNode;
  /** Whether the row was read. */
  read?: boolean;
  render: ReactElement;
};

/**
 * A row of a list of conversations: two lines of two things, so that it fits a pane of 336 px. Where there is room, state and
 * figure are columns.
 */
export function TwoLineRow({ portrait, mark, name, state, text, figure, ...row }: TwoLineRowProps) {
  const content = (
    <>
      {portrait}
      <span className="@container min-w-0 flex-1">
        <span className="block @xl:grid @xl:grid-cols-[minmax(0,1fr)_11rem_auto] @xl:items-center @xl:gap-x-4">
          <span className="flex flex-wrap items-baseline justify-between gap-x-2 @xl:contents">
            <span className="flex min-w-0 max-w-full items-center gap-2">
              {mark}
              <span
                dir="auto"
                className={classNames(
                  'wrap-anywhere line-clamp-2 min-w-0',
                  row.read ? 'font-medium' : 'font-semibold',
                )}
              >
                {name}
              </span>
            </span>
            {state && (
              <span className="@xl:col-start-2 @xl:row-span-2 @xl:row-start-1">{state}</span>
            )}
          </span>
          <span className="flex items-baseline justify-between gap-3 @xl:contents">
            <span dir="auto" className="min-w-0 flex-1 truncate text-soft @xl:row-start-2">
              {text}
            </span>
            {figure && (
              <span className="@xl:col-start-3 @xl:row-span-2 @xl:row-start-1 @xl:min-w-16 @xl:text-right">
                {figure}
              </span>
            )}
          </span>
          {row.note && <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1">{row.note}</span>}
        </span>
      </span>
    </>
  );
  return <ListItem>{renderRow(content, row.render, 'min-h-18.5 flex-nowrap gap-x-3!')}</ListItem>;
}

export type SettingRowProps = {
  icon?: ReactNode;
  title: string;
  /** The current value of the setting. */
  value?: ReactNode;
  render: ReactElement;
};

export function SettingRow({ icon, title, value, render }: SettingRowProps) {
  const content = (
    <>
      {icon && <span className="text-soft">{icon}</span>}
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3.5">
        <span className="wrap-anywhere min-w-0 font-medium">{title}</span>
        {value && (
          <span dir="auto" className="wrap-anywhere max-w-full text-soft">
            {value}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
    </>
  );
  return <li>{renderRow(content, render, 'min-h-14 flex-nowrap')}</li>;
}

function renderRow(children: ReactNode, render: ReactElement | undefined, height = 'min-h-18') {
  return renderAs('div', render, {
    className: classNames(
      'flex flex-wrap items-center gap-x-3.5 gap-y-1 py-3 text-left',
      height,
      render && '-mx-2 rounded-card px-2 hover:bg-tint/60',
    ),
    children,
  });
}
