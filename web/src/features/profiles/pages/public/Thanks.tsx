import { useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { signatureOf } from '#web/features/conversations/thanks-words.ts';
import type { ReportTarget } from '#web/features/safety/report-target.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { PublicProfile } from '../../public-profile.ts';

const SafetyMenu = lazyPart(
  async () => (await import('#web/features/safety/SafetyMenu.tsx')).SafetyMenu,
);

type Shown = NonNullable<PublicProfile['thanks']>['shown'][number];

/** The number of thank-yous above the button that opens the others. */
const FIRST = 3;
const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/*
 * The thank-yous that the person chose, with the whole number beside them: without it and the sentence that says who chose, they are
 * not shown. docs/product/profiles.md#thanks
 */
export function Thanks({ profile }: { profile: PublicProfile }) {
  const session = useSession();
  const own = session?.userId === profile.id;
  const mayReport = session !== undefined && !own;
  const [isOpen, setOpen] = useState(false);
  const { thanks, fullName, username } = profile;
  if (!thanks) return null;
  const { thankedCount, paidAnswerCount, shown } = thanks;
  const count = shown.length;
  const visible = isOpen ? shown : shown.slice(0, FIRST);
  return (
    <section aria-labelledby="thanks" className="grid gap-1">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="thanks" className="font-serif text-xl leading-snug">
          {thankedCount} of {paidAnswerCount} said thanks
        </h2>
        {count > FIRST && (
          <button
            type="button"
            aria-expanded={isOpen}
            className="min-h-11 shrink-0 font-semibold text-[0.9375rem] text-back underline underline-offset-4"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Fewer' : `All ${count}`}
          </button>
        )}
      </div>
      <p className="text-[0.875rem] text-soft">
        Each paid for an answer. {own ? 'You' : firstName(fullName)} chose{' '}
        {count === 1 ? 'this one' : `these ${NUMBERS[count] ?? count}`} from those who agreed to be
        shown.{' '}
        {own && (
          <TextLink to={paths.thanks()} state={fromAddress(paths.profile(username))}>
            Choose
          </TextLink>
        )}
      </p>
      <ul className="divide-y divide-rule">
        {visible.map((one) => (
          <Sentence
            key={one.id}
            one={one}
            report={mayReport ? targetOf(profile, one) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

/** The report of a thank-you by somebody who is signed in; visitors sign in first, as for links. */
const targetOf = ({ id: ownerId }: PublicProfile, { id, text }: Shown): ReportTarget => ({
  subject: { subjectType: 'THANKS', subjectId: id, within: ownerId },
  title: 'Report thank-you',
  seen: 'Staff see this sentence and who wrote it, and nothing else of the letter.',
  quote: text,
});

function Sentence({
  one: { text, name, month },
  report,
}: {
  one: Shown;
  report: ReportTarget | undefined;
}) {
  const signature = signatureOf(name, month);
  return (
    <li className="flex items-start gap-2 py-4">
      <div className="min-w-0 flex-1">
        <blockquote dir="auto" className="wrap-anywhere font-serif text-lg leading-7">
          “{text}”
        </blockquote>
        <p className="mt-1 text-[0.875rem] text-soft">{signature}</p>
      </div>
      {report && (
        <SafetyMenu
          label={`More about the thank-you: ${signature}`}
          about={signature}
          report={report}
          person={undefined}
        />
      )}
    </li>
  );
}
