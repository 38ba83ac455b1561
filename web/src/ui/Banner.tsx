import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChipTone } from './Chip.tsx';
import { classNames } from './class-names.ts';

/* Where a conversation or an account stands, in a heading and a sentence, at the place where it matters. */

export type BannerProps = {
  tone: ChipTone;
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

const TONES: Record<ChipTone, { edge: string; icon: string }> = {
  earned: { edge: 'border-l-earned', icon: 'text-earned' },
  held: { edge: 'border-l-held', icon: 'text-held' },
  due: { edge: 'border-l-red', icon: 'text-red' },
  back: { edge: 'border-l-back', icon: 'text-back' },
  neutral: { edge: 'border-l-edge', icon: 'text-soft' },
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
      <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', look.icon)} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="mt-1 text-soft">{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
