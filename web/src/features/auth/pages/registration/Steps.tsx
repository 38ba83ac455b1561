import { Link } from 'react-router';
import { paths } from '#web/paths.ts';

/* The progress of the registration: `Step 2 of 3`, also drawn. */
export function Steps({ step }: { step: 1 | 2 | 3 }) {
  return (
    <div className="flex items-center gap-3 text-[0.875rem] text-soft">
      <span>Step {step} of 3</span>
      <span aria-hidden className="flex flex-1 gap-1.5">
        {[1, 2, 3].map((part) => (
          <span
            key={part}
            className={`h-1 flex-1 rounded-full ${part <= step ? 'bg-ink' : 'bg-rule'}`}
          />
        ))}
      </span>
    </div>
  );
}

/* A sign-out link in the corner, where finished accounts have the link to their settings. */
export function SignOutLink() {
  return (
    <Link to={paths.logout()} className="inline-flex min-h-11 items-center text-soft">
      Sign out
    </Link>
  );
}
