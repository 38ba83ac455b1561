import { firstName } from '#web/features/conversations/conversation.ts';
import type { PublicProfile } from '../../public-profile.ts';

const THINGS = ['one thing', 'two things', 'three things'];

/* What the person asks everybody who writes to them, as an invitation to write. docs/product/profiles.md#prompts */
export function Prompts({ profile }: { profile: PublicProfile }) {
  const { prompts, fullName, blocked } = profile;
  if (!prompts || prompts.length === 0 || blocked) return null;
  return (
    <section className="rounded-card border border-rule bg-card p-4 wide:p-6">
      <h2 className="font-serif text-xl leading-snug">
        {firstName(fullName)} will ask you {THINGS[prompts.length - 1] ?? 'a few things'}
      </h2>
      <ol className="mt-2 grid gap-1.5">
        {prompts.map(({ question }, nth) => (
          <li key={question} className="flex gap-3 font-serif text-lg leading-snug">
            <span aria-hidden className="text-red-text">
              {nth + 1}
            </span>
            <span dir="auto" className="wrap-anywhere min-w-0">
              {question}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2.5 text-[0.875rem] text-soft">
        You answer when you write, in a line or two.
      </p>
    </section>
  );
}
