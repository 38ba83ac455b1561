import { Clock } from 'lucide-react';
import { CLARIFICATION_TIME } from '#shared/rules/conversations/clarification.ts';
import { type Instant, later } from '#shared/time.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Banner } from '#web/ui/Banner.tsx';

/* What a clarifying question does to the deadline. `name`: the sender's first name. */
export function QuestionBanner({ name, now }: { name: string; now: Instant }) {
  return (
    <Banner tone="held" icon={Clock} title="A free question before you answer">
      {name} has 72 hours to reply. Until then your time to answer is paused, at the latest until{' '}
      {deadlineWords(later(now, CLARIFICATION_TIME), now)}.
    </Banner>
  );
}
