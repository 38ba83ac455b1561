import { CircleAlert, Clock } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useOnline } from '#web/api/use-online.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import {
  sendUnsentAnswers,
  takeBack,
  type UnsentAnswer,
  useUnsentAnswers,
} from './unsent-answers.ts';

/* The answers that are not sent yet: those that wait for a connection, and those that were refused, with their reason. */
export function UnsentAnswers() {
  const answers = useUnsentAnswers();
  useEffect(() => void sendUnsentAnswers(), []);
  const waiting = answers.filter(({ state }) => state === 'waiting');
  const refused = answers.filter(({ state }) => state === 'refused');
  if (answers.length === 0) return null;
  return (
    <div className="grid gap-3">
      {waiting.length > 0 && <Waiting answers={waiting} />}
      {refused.map((answer) => (
        <Refused key={answer.inboxId} answer={answer} />
      ))}
    </div>
  );
}

function Waiting({ answers }: { answers: readonly UnsentAnswer[] }) {
  const isOnline = useOnline();
  const names = answers.map(({ name }) => name).join(', ');
  return (
    <Banner
      tone="held"
      icon={Clock}
      title={
        answers.length === 1
          ? '1 answer isn’t sent yet'
          : `${answers.length} answers aren’t sent yet`
      }
      action={
        <Button size="md" variant="quiet" onClick={() => void sendUnsentAnswers()}>
          Try now
        </Button>
      }
    >
      {isOnline
        ? `We’ll send what you wrote to ${names} as soon as the connection works again.`
        : `We’ll send what you wrote to ${names} when you’re back online.`}{' '}
      You earn it once it’s sent.
    </Banner>
  );
}

function Refused({ answer: { inboxId, name, sentence } }: { answer: UnsentAnswer }) {
  return (
    <Banner
      tone="due"
      icon={CircleAlert}
      title={`Your answer to ${name} wasn’t sent`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="md" variant="quiet" render={<Link to={paths.paidReply(inboxId)} />}>
            Open your text
          </Button>
          <Button size="md" variant="quiet" onClick={() => takeBack(inboxId)}>
            Hide this
          </Button>
        </div>
      }
    >
      {sentence} Your text is kept.
    </Banner>
  );
}
