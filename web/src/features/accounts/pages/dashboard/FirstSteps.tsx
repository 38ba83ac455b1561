import { useQuery } from '@tanstack/react-query';
import { ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { viewUserLinks } from '#shared/api/links.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { query } from '#web/api/queries.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { dismissSteps, missingSteps, wereDismissed } from './first-steps.ts';

/* The steps that complete a new profile, until they are done or dismissed. */
export function FirstSteps() {
  const user = useCurrentUser();
  const [dismissed, setDismissed] = useState(() => wereDismissed(user.id));
  const links = useQuery({ ...query(viewUserLinks, {}), enabled: !dismissed }).data?.data.length;
  if (dismissed || links === undefined) return null;
  const steps = missingSteps(user, links);
  if (steps.length === 0) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-card border border-rule bg-card py-4 pr-3 pl-5"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 id="first-steps" className="pt-2 font-serif text-xl leading-snug">
          Give people a reason to ask you
        </h2>
        <IconButton
          label="Hide these steps"
          icon={<X aria-hidden size={20} />}
          onClick={() => {
            dismissSteps(user.id);
            setDismissed(true);
          }}
        />
      </div>
      <ul className="mt-1 divide-y divide-rule">
        {steps.map(({ key, words, to }) => (
          <li key={key}>
            <Link to={to} className="flex min-h-12 items-center gap-3 py-1 pr-2 font-medium">
              <span aria-hidden className="size-4 shrink-0 rounded-full border-2 border-soft" />
              <span className="min-w-0 flex-1">{words}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
