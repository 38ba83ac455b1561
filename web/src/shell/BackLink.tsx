import type { MouseEvent } from 'react';
import { Link, type LinkProps, useNavigate } from 'react-router';
import { stepsBackTo, stepsBackToMain } from './history-entries.ts';
import { useShell } from './shell-context.ts';

export type BackLinkProps = Omit<LinkProps, 'to'> & { to: string };

/**
 * A link to the parent page. If the user came from there, it goes back in the history: to the same filter and row. It also goes
 * back to a main page, such as Home, that opened this one past its parent.
 */
export function BackLink({ onClick, ...props }: BackLinkProps) {
  const goBack = useGoBack('orMain');
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!event.defaultPrevented && !elsewhere && event.button === 0 && goBack(props.to))
      event.preventDefault();
  };
  return <Link {...props} onClick={press} />;
}

/**
 * Goes back to the last visit of an address. Returns false, and does nothing, if the user did not come from there. `orMain`: goes back
 * to a main page as well. A form that was sent does not, because the page it leads to shows what became of it.
 */
export function useGoBack(orMain?: 'orMain'): (to: string) => boolean {
  const navigate = useNavigate();
  const { inbox, outbox, home, users, profile } = useShell().paths;
  return (to) => {
    const tops = [inbox, outbox, home, users, profile];
    const steps = stepsBackTo(to, tops) ?? (orMain && stepsBackToMain(to, tops));
    if (steps !== undefined) void navigate(steps);
    return steps !== undefined;
  };
}
