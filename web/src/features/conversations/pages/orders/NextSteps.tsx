import { ChevronRight, type LucideIcon, Repeat2, Scale, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { type Conversation, firstName, type Message } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { useAskAgain } from './use-ask-again.ts';

export type NextStepsProps = {
  conversation: Conversation;
  now: Instant;
  /** The id of the page that checks the answer; undefined if it cannot be checked. */
  verificationId: string | undefined;
};

/* What the sender can do after an answer, beside a free reply. Each row says what it costs or until when it is possible. */
export function NextSteps({ conversation, now, verificationId }: NextStepsProps) {
  const { id, status, recipientName, claimUntil } = conversation;
  const isAnswered = conversation.timeline.some(({ event }) => event === 'ANSWERED');
  if (!isAnswered || isFree(conversation)) return null;
  const name = firstName(recipientName);
  const mayClaim = claimUntil !== null && now < claimUntil;
  // In a closed conversation that is the main action.
  const mayAskAgain = status !== 'COMPLETED';
  if (!mayAskAgain && !mayClaim && !verificationId) return null;
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="font-serif text-[1.375rem] leading-7">
        Next steps
      </h2>
      <ul className="divide-y divide-rule">
        {mayAskAgain && <AskAgainStep conversation={conversation} now={now} />}
        {mayClaim && (
          <Step
            to={paths.claimAnswer(id)}
            icon={Scale}
            title="This didn’t answer my question"
            hint={`Possible until ${deadlineWords(claimUntil, now)}`}
          />
        )}
        {verificationId && (
          <Step
            to={paths.checkLetter(verificationId)}
            icon={ShieldCheck}
            title="Check this answer"
            hint={`Whether it is what ${name} sent`}
          />
        )}
      </ul>
    </section>
  );
}

/** The id of the page that checks the newest answer among these messages; undefined if there is none. */
export const verificationIdOf = (messages: readonly Message[]): string | undefined =>
  messages.find(({ written }) => written)?.written?.verificationId;

function AskAgainStep({ conversation, now }: { conversation: Conversation; now: Instant }) {
  const { to, hint } = useAskAgain(conversation, now);
  return <Step to={to} icon={Repeat2} title="Ask again" hint={hint} />;
}

type StepProps = { to: string; icon: LucideIcon; title: string; hint: string };

function Step({ to, icon: Icon, title, hint }: StepProps) {
  return (
    <li>
      <Link to={to} className="flex min-h-16 items-center gap-4 py-2">
        <Icon aria-hidden className="size-5 shrink-0 text-soft" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          <span className="block text-[0.875rem] text-soft leading-5">{hint}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
      </Link>
    </li>
  );
}
