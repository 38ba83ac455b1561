import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/* An icon on a 44 px target, where the meaning is plain from its place: back, close, delete. Its label is read aloud. */

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string;
  icon: ReactNode;
  /** A link in the form of an icon: `render={<Link to={…} />}`. */
  render?: ReactElement;
};

export function IconButton({ label, icon, render, className, ...rest }: IconButtonProps) {
  return useRender({
    defaultTagName: 'button',
    render,
    props: {
      ...(render ? {} : { type: 'button' }),
      ...rest,
      'aria-label': label,
      className: classNames(
        'grid size-11 shrink-0 place-items-center rounded-full text-ink hover:bg-tint disabled:opacity-50',
        className,
      ),
      children: icon,
    },
  });
}
