import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { renderAs } from './render-as.ts';

/*
 * An icon button with a target of 44 px, for meanings that are clear from its place: back, close, delete. Screen
 * readers get the label.
 */

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string;
  icon: ReactNode;
  /** A link that looks like an icon button: `render={<Link to={…} />}`. */
  render?: ReactElement;
};

export function IconButton({ label, icon, render, className, ...rest }: IconButtonProps) {
  return renderAs('button', render, {
    ...(render ? {} : { type: 'button' }),
    ...rest,
    'aria-label': label,
    className: classNames(
      'grid size-11 shrink-0 place-items-center rounded-full text-ink hover:bg-tint disabled:opacity-50',
      className,
    ),
    children: icon,
  });
}
