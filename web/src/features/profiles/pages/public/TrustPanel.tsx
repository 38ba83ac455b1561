import { ChevronDown, ShieldCheck } from 'lucide-react';
import type { PublicProfile } from './public-profile.ts';
import { type TrustFact, trustFacts, trustSummary } from './trust-words.ts';

/* What is known of this person, in one line that opens without JavaScript. docs/product/profiles.md#trust-panel */
export function TrustPanel({ profile }: { profile: PublicProfile }) {
  const facts = trustFacts(profile);
  if (facts.length === 0) return null;
  return (
    <details className="group -my-3 border-rule border-y">
      <summary className="flex min-h-11 list-none items-center gap-2 py-2 text-[0.9375rem]">
        <ShieldCheck aria-hidden className="size-4.5 shrink-0 text-earned-text" />
        <span className="min-w-0 flex-1">{trustSummary(facts)}</span>
        <ChevronDown
          aria-hidden
          className="size-4.5 shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <dl className="grid gap-3 pt-1 pb-4">
        {facts.map((fact) => (
          <Fact key={fact.title} fact={fact} />
        ))}
      </dl>
    </details>
  );
}

function Fact({ fact: { title, meaning } }: { fact: TrustFact }) {
  return (
    <div>
      <dt className="wrap-anywhere font-semibold leading-snug">{title}</dt>
      <dd className="text-[0.9375rem] text-soft leading-snug">{meaning}</dd>
    </div>
  );
}
