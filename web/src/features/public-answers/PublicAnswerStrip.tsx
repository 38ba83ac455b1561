import { useQuery } from '@tanstack/react-query';
import { Clock, Eye, Globe, Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { viewPublicAnswer, withdrawPublicAnswer } from '#shared/api/public-answers.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords, happenedWords } from '#web/shell/dates.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { type Conversation, firstName } from '../conversations/conversation.ts';
import { changeThread } from '../conversations/thread/refresh-thread.ts';
import { copyQueries } from './copy-queries.ts';

export type PublicAnswerStripProps = { conversation: Conversation; side: Side; now: Instant };

/** What is proposed or public of a letter, on the letter of both people. Nothing once it is over: the timeline says so. */
export function PublicAnswerStrip({ conversation, side, now }: PublicAnswerStripProps) {
  const { publicAnswer, id, recipientUsername, recipientName, senderName } = conversation;
  const [isAsking, setAsking] = useState(false);
  if (!publicAnswer) return null;
  const { state, proposedAt, until, publishedAt } = publicAnswer;
  const isSender = side === 'sender';
  const [asks, answers] = [firstName(senderName), firstName(recipientName)];
  const waitsForMe = state === (isSender ? 'PROPOSED' : 'REVISED');
  if (state === 'PUBLIC')
    return (
      <PublishedStrip
        id={id}
        title={isSender ? 'Public, without your name' : `Public, without ${asks}’s name`}
        since={publishedAt && happenedWords(publishedAt, now)}
        page={paths.publicAnswer(recipientUsername, publicAnswer.id)}
        onWithdraw={() => setAsking(true)}
      >
        <Withdraw
          id={id}
          side={side}
          other={isSender ? answers : asks}
          isPublic
          open={isAsking}
          onOpenChange={setAsking}
        />
      </PublishedStrip>
    );
  if (state !== 'PROPOSED' && state !== 'REVISED') return null;
  const title = waitsForMe
    ? isSender
      ? `${answers} would like to publish this`
      : `${asks} agrees, with changes`
    : `Waiting for ${isSender ? answers : asks}`;
  return (
    <Strip
      edge="border-l-held"
      ink="text-held-text"
      title={title}
      action={
        waitsForMe ? (
          <Button size="md" variant="quiet" render={<Link to={paths.publicCopy(id)} />}>
            Read and decide
          </Button>
        ) : (
          !isSender && <Press onPress={() => setAsking(true)}>Take back</Press>
        )
      }
    >
      Proposed {happenedWords(proposedAt, now)}. Without an answer by{' '}
      <strong className="font-semibold text-ink">{deadlineWords(until, now)}</strong> it stays
      private.
      <Withdraw id={id} side={side} other={asks} open={isAsking} onOpenChange={setAsking} />
    </Strip>
  );
}

type PublishedStripProps = {
  /** The id of the conversation. */
  id: string;
  title: string;
  since: string | null;
  /** The address of the public page. */
  page: string;
  onWithdraw: () => void;
  children: React.ReactNode;
};

/** The strip of an answer that is public. While a report of it is looked at, nobody sees the page. */
function PublishedStrip({ id, title, since, page, onWithdraw, children }: PublishedStripProps) {
  const { data } = useQuery(copyQueries({ params: { conversationId: id } }).copy);
  const withdraw = <Press onPress={onWithdraw}>Withdraw</Press>;
  if (data?.data[0]?.held)
    return (
      <Strip
        edge="border-l-held"
        ink="text-held-text"
        title="Reported, and hidden for now"
        action={withdraw}
      >
        Nobody sees the page while we look at it. We write to you if it is removed.
        {children}
      </Strip>
    );
  return (
    <Strip edge="border-l-back" ink="text-back-text" title={title} action={withdraw}>
      <span className="flex flex-wrap gap-x-4">
        <span>
          Since <strong className="font-semibold text-ink">{since}</strong>
        </span>
        <TextLink to={page}>See the page</TextLink>
      </span>
      {children}
    </Strip>
  );
}

type StripProps = {
  edge: string;
  ink: string;
  title: string;
  action: React.ReactNode;
  children: React.ReactNode;
};

function Strip({ edge, ink, title, action, children }: StripProps) {
  return (
    <section
      aria-label="Public answer"
      className={`flex min-h-17.5 flex-wrap items-center gap-x-3 gap-y-2 rounded-letter border border-rule border-l-4 bg-card px-4 py-2.5 ${edge}`}
    >
      <div className="min-w-0 flex-1 basis-[12rem]">
        <p className={`strip-title ${ink}`}>{title}</p>
        <div className="text-[0.875rem] text-soft leading-5">{children}</div>
      </div>
      {action}
    </section>
  );
}

function Press({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mr-2 min-h-11 px-2 font-semibold text-[0.9375rem] hover:underline"
    >
      {children}
    </button>
  );
}

type WithdrawProps = {
  id: string;
  side: Side;
  other: string;
  isPublic?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The withdrawal, with what it reaches and what it does not. No money moves. */
function Withdraw({ id, side, other, isPublic, open, onOpenChange }: WithdrawProps) {
  const withdrawing = useWrite({
    mutationFn: () =>
      changeThread(
        side,
        () => call(withdrawPublicAnswer, { conversationId: id }),
        viewPublicAnswer,
      ),
    onSuccess: () => {
      onOpenChange(false);
      toast.success(isPublic ? 'It’s not public anymore' : 'It stays private');
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={isPublic ? 'Withdraw it for good?' : 'Take it back?'}
      description={
        isPublic ? (
          <ul className="grid gap-3">
            <Reach
              icon={<Globe aria-hidden size={18} />}
              lead="At once"
              text="no one can open the page here."
            />
            <Reach
              icon={<Clock aria-hidden size={18} />}
              lead="Within a minute"
              text="it’s gone from every copy we keep."
            />
            <Reach
              icon={<Search aria-hidden size={18} />}
              lead="Search engines"
              text="see that it’s gone. They can show its title for some days."
            />
            <Reach
              icon={<Eye aria-hidden size={18} />}
              lead="Whoever saved it"
              text="still has it."
            />
            <li>
              {other} sees that it was withdrawn, and it can’t be asked for again.{' '}
              {side === 'sender' ? 'Your letter and the answer' : 'The letter and your answer'} stay
              as they are.
            </li>
          </ul>
        ) : (
          <p>{other} can’t agree to it anymore, and you can’t ask again.</p>
        )
      }
      action={isPublic ? 'Withdraw' : 'Take it back'}
      cancel={isPublic ? 'Leave it public' : 'Leave it proposed'}
      busy={withdrawing.isPending}
      error={withdrawing.error ? errorMessage(withdrawing.error) : undefined}
      onConfirm={() => withdrawing.mutate()}
    />
  );
}

function Reach({ icon, lead, text }: { icon: React.ReactNode; lead: string; text: string }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span>
        <strong className="font-semibold text-ink">{lead}</strong> {text}
      </span>
    </li>
  );
}
