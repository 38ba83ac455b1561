import { CircleAlert } from 'lucide-react';
import type { About, NotSaved } from './use-setting-changes.ts';

type NotSavedWordsProps = { notSaved: NotSaved | undefined; about: readonly About[] };

/* Why a change of one of these settings was not saved. */
export function NotSavedWords({ notSaved, about }: NotSavedWordsProps) {
  const words =
    notSaved && about.some((one) => notSaved.about.includes(one)) ? notSaved.words : undefined;
  return (
    <p
      role="alert"
      className="flex items-start gap-1.5 font-medium text-[0.875rem] text-red-text empty:hidden"
    >
      {words && (
        <>
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {words}
        </>
      )}
    </p>
  );
}
