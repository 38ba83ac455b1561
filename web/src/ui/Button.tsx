import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { renderAs } from './render-as.ts';

/*
 * A button. `money` is red, for the action that moves money, at most one on a screen; `primary` is for other main
 * actions; `quiet` for secondary ones; `danger` for deleting.
 */

export type ButtonVariant = 'primary' | 'money' | 'quiet' | 'danger';

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  children: ReactNode;
  variant?: ButtonVariant;
  /** `lg` is 52 px high, for the actions of a screen; `md` 44 px, inside content. */
  size?: 'lg' | 'md';
  /** Fills the available width. */
  block?: boolean;
  /** Shows `busyText`, keeps width and focus, and ignores presses. */
  busy?: boolean;
  busyText?: string;
  icon?: ReactNode;
  /** A link that looks like a button: `render={<Link to={…} />}`. */
  render?: ReactElement;
};

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-paper not-aria-disabled:hover:opacity-90',
  money: 'bg-red text-on-red not-aria-disabled:hover:bg-red-deep',
  quiet: 'border border-edge text-ink not-aria-disabled:hover:bg-tint',
  danger: 'border border-edge text-red-text not-aria-disabled:hover:bg-tint',
};

export function Button({
  children,
  variant = 'primary',
  size = 'lg',
  block = false,
  busy = false,
  busyText = 'Processing...',
  icon,
  render,
  className,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const off = busy || disabled === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  return renderAs('button', render, {
    ...(render ? {} : { type: 'button' }),
    ...rest,
    onClick: press,
    'aria-disabled': off || undefined,
    'aria-busy': busy || undefined,
    className: classNames(
      'inline-grid place-items-center rounded-card px-5 text-center font-semibold select-none',
      'transition-[background-color,opacity,translate] duration-150 not-aria-disabled:active:translate-y-px',
      'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 forced-colors:border',
      size === 'lg' ? 'min-h-13 py-2 text-[1.0625rem]' : 'min-h-11 py-1.5 text-[0.9375rem]',
      block && 'w-full',
      LOOKS[variant],
      className,
    ),
    children: (
      <>
        <span
          className={classNames(
            'col-start-1 row-start-1 inline-flex items-center gap-2',
            busy && 'invisible',
          )}
        >
          {icon}
          {children}
        </span>
        {busy && <span className="col-start-1 row-start-1">{busyText}</span>}
      </>
    ),
  });
}
