import { prettyDate } from '#shared/dates.ts';
import { fromIso } from '#shared/time.ts';
import { Company } from '#web/shell/Company.tsx';
import type { Policy, Section } from '../policy.ts';

/* The text of a policy: its date, a summary, a table of contents, and the sections. */
export function PolicyText({ policy }: { policy: Policy }) {
  return (
    <article className="pb-6">
      <p className="text-soft">
        In force since <time dateTime={policy.since}>{prettyDate(fromIso(policy.since))}</time>
      </p>
      <p className="mt-4 max-w-[38ch] font-serif text-[1.375rem] leading-snug">{policy.summary}</p>
      <nav
        aria-labelledby="policy-contents"
        className="mt-6 rounded-card border border-rule bg-card px-5 py-4"
      >
        <h2 id="policy-contents" className="font-semibold">
          Contents
        </h2>
        <ol className="mt-1">
          {policy.sections.map(({ id, heading }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center text-back underline underline-offset-4"
              >
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {policy.sections.map((section) => (
        <PolicySection key={section.id} section={section} />
      ))}
      <Company className="mt-9 border-rule border-t pt-5" />
    </article>
  );
}

function PolicySection({ section: { id, heading, body } }: { section: Section }) {
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} tabIndex={-1} data-quiet-focus className="font-medium font-serif text-2xl">
        {heading}
      </h2>
      <div className="prose mt-3">
        {body.map((part) =>
          typeof part === 'string' ? (
            <p key={part}>{part}</p>
          ) : (
            <ul key={part.points[0]}>
              {part.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ),
        )}
      </div>
    </section>
  );
}
