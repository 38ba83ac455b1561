import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CardSkeleton } from '../../../../ui/Skeletons.tsx';

export type DashboardCardProps = {
  title: string;
  figure: ReactNode;
  /** The meaning of the figure, in a few words. */
  note: string;
  icon: LucideIcon;
  to: string;
};

/* One number of the dashboard, linked to its page. Title, number and note align with the neighboring card. */
export function DashboardCard({ title, figure, note, icon: Icon, to }: DashboardCardProps) {
  return (
    <li className="row-span-3 grid grid-rows-subgrid gap-y-0">
      <Link
        to={to}
        className="row-span-3 grid min-h-34 grid-cols-[minmax(0,1fr)] grid-rows-subgrid gap-y-0 rounded-card border border-rule bg-card p-4 hover:bg-tint"
      >
        <span className="flex items-start justify-between gap-2 font-semibold text-[0.9375rem] leading-tight">
          {title}
          <Icon aria-hidden className="size-5 shrink-0 text-soft" />
        </span>
        <span className="@container self-end pt-3">
          <span className="block whitespace-nowrap font-figures font-medium text-[min(1.75rem,19cqi)] leading-none">
            {figure}
          </span>
        </span>
        <span className="mt-1.5 text-[0.875rem] text-soft leading-tight">{note}</span>
      </Link>
    </li>
  );
}

export function DashboardCardsSkeleton() {
  return (
    <div className="dashboard-cards">
      {[1, 2, 3, 4].map((card) => (
        <CardSkeleton key={card} height={136} />
      ))}
    </div>
  );
}
