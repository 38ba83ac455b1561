import { useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { figuresOf } from '../../odds-words.ts';
import type { PublicProfile } from '../../public-profile.ts';

const OddsMeaning = lazyPart(async () => (await import('../../OddsMeaning.tsx')).OddsMeaning);

/* What a sender may expect of this person, as figures; nothing for the support account. docs/product/profiles.md#odds */
export function Figures({ profile }: { profile: PublicProfile }) {
  const [open, setOpen] = useState(false);
  const figures = figuresOf(profile);
  if (figures.length === 0) return null;
  return (
    <div>
      <dl className="grid auto-cols-fr grid-flow-col divide-x divide-rule border-rule border-y">
        {figures.map(({ value, label }) => (
          <div
            key={label}
            className="flex min-h-19 flex-col-reverse items-center justify-center px-1.5 py-2.5 text-center wide:min-h-23.5"
          >
            <dt className="text-[0.8125rem] text-soft leading-snug wide:text-[0.9375rem]">
              {label}
            </dt>
            <dd className="font-serif text-[min(1.5rem,6.2vw)] leading-tight wide:text-[1.875rem]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-[0.8125rem] text-soft wide:text-[0.875rem]">
        {/* Without an ended message there is nothing to count. */}
        {profile.odds && <span>Response rate: {profile.responseRate}%</span>}
        <button
          type="button"
          className="min-h-11 font-semibold text-back underline underline-offset-4"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          What these figures mean
        </button>
      </p>
      {open && <OddsMeaning name={profile.fullName} onClose={() => setOpen(false)} />}
    </div>
  );
}
