import { Share, SquarePlus, X } from 'lucide-react';
import { Link } from 'react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Mark } from './Mark.tsx';
import { useShell } from './shell-context.ts';

/* What to tap on iOS to have the app on the Home Screen. */
export function HomeScreenHint({ dismiss }: { dismiss: () => void }) {
  const { person, paths } = useShell();
  return (
    <section
      aria-label="Add to Home Screen"
      className="home-screen-hint appear mx-auto mt-[max(12px,env(safe-area-inset-top))] mb-2 flex w-[calc(100%-24px)] max-w-120 items-start gap-3 rounded-card bg-card p-4 shadow-float"
    >
      <Mark size={40} />
      <p className="min-w-0 flex-1 text-[0.9375rem]">
        <strong className="block font-semibold">{PRODUCT_NAME} on your Home Screen</strong>
        <span className="text-soft">
          Tap <Share aria-label="Share" className="-mt-1 inline size-5 text-back" />, then{' '}
          <span className="whitespace-nowrap text-ink">
            Add to Home Screen <SquarePlus aria-hidden className="-mt-1 inline size-5" />
          </span>
          .{' '}
          {person && (
            <Link
              to={paths.install}
              className="hit-area text-back underline underline-offset-4"
              onClick={dismiss}
            >
              Step by step
            </Link>
          )}
        </span>
      </p>
      <IconButton
        label="Dismiss"
        onClick={dismiss}
        className="-mt-2 -mr-2"
        icon={<X aria-hidden size={20} />}
      />
    </section>
  );
}
