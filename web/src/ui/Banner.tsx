import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChipTone } from './Chip.tsx';
import { classNames } from './class-names.ts';
import { stampClass, stampText } from './stamp-class.ts';

/*
 * The state of a conversation or an account: a heading and a sentence. A heading in capitals is set like the words on
 * a stamp, in the color of its tone.
 */

export type BannerProps = {
  tone: ChipTone;
  /** None where the heading and the edge say enough. */
  icon?: LucideIcon | undefined;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

const TONES: Record<ChipTone, { edge: string; ink: string }> = {
  earned: { edge: 'border-l-earned', ink: 'text-earned-text' },
  held: { edge: 'border-l-held', ink: 'text-held-text' },
  due: { edge: 'border-l-red', ink: 'text-red-text' },
  back: { edge: 'border-l-back', ink: 'text-back-text' },
  neutral: { edge: 'border-l-edge', ink: 'text-soft-text' },
};

export function Banner({ tone, icon: Icon, title, children, action }: BannerProps) {
  const look = TONES[tone];
  return (
    <div
      className={classNames(
        'flex gap-3 rounded-letter border border-rule border-l-4 bg-card p-4',
        look.edge,
      )}
    >
      {Icon && <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', look.ink)} />}
      <div className="min-w-0 flex-1">
        <p className={stampClass(title) ? classNames('stamped', look.ink) : 'font-semibold'}>
          {stampText(title)}
        </p>
        {children && <div className="mt-1 text-soft">{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
