import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { may } from '#shared/rules/conversations/state-machine.ts';
import { THREAD_EVERY } from '#web/api/freshness.ts';
import { usePollInterval } from '#web/api/is-live.ts';
import { queryClient, useEntity } from '#web/api/queries.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent, together } from '#web/shell/QueryPage.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { UnsentAnswers } from '../../answers/UnsentAnswers.tsx';
import { asOfNow, type Conversation } from '../../conversation.ts';
import { useHasThreePanes } from '../../lists/list-pane.ts';
import { useMarkRead } from '../../thread/use-mark-read.ts';
import { useOpenTurn } from '../../thread/use-open-turn.ts';
import { inboxThread } from '../../thread-queries.ts';
import { mayAsk } from '../inbox/may-ask.ts';
import type { PanelProps } from './AnswerPanel.tsx';
import { type Outcome, upcoming } from './answer-session.ts';
import { type Form, GoneBar, SessionActions } from './SessionActions.tsx';
import { SessionLetter } from './SessionLetter.tsx';
import { SessionMenu } from './SessionMenu.tsx';
import { SessionProgress } from './SessionProgress.tsx';
import { useShortcuts } from './shortcuts.ts';
import type { AnswerSession } from './use-session.ts';
import { useSwipe } from './use-swipe.ts';

/** The forms, with the editor, load after the letter. */
const PANELS = {
  answer: lazyPart<PanelProps>(
    async () => (await import('./AnswerPanel.tsx')).AnswerPanel,
    () => <LetterSkeleton />,
  ),
  ask: lazyPart<PanelProps>(
    async () => (await import('./AskPanel.tsx')).AskPanel,
    () => <LetterSkeleton />,
  ),
  decline: lazyPart<PanelProps>(
    async () => (await import('./DeclinePanel.tsx')).DeclinePanel,
    () => <LetterSkeleton />,
  ),
} as const;

const OUTCOMES: Readonly<Record<Form, Outcome>> = {
  answer: 'answered',
  ask: 'asked',
  decline: 'declined',
};

/** How many of the following letters are loaded ahead, for a train with holes in its connection. */
const AHEAD = 3;

export type SessionMessageProps = {
  id: string;
  title: string;
  session: AnswerSession;
  /** Whether another message was shown before. */
  hasMoved: RefObject<boolean>;
};

/* One message of the session: the letter, what can be done with it, and the form that is open. */
export function SessionMessage({ id, title, session, hasMoved }: SessionMessageProps) {
  const [chosen, setForm] = useState<Form>();
  const [isHelping, setHelping] = useState(false);
  const { query, messages } = useLetter(id);
  const viewerId = useViewerId();
  const now = useNow();
  const conversation = query.data && asOfNow(query.data[0], now);
  const heading = useFocusedHeading(hasMoved, query.data !== undefined);
  useMarkRead(id, messages, viewerId);
  usePrefetched(upcoming(session.session).slice(0, AHEAD));

  const isOpen = conversation !== undefined && may('recipient', 'answer', conversation.status);
  // Beside its letter the answer is open from the start, and covers nothing.
  const isBeside = useHasThreePanes();
  const answer = useOpenTurn(isBeside && isOpen ? 'answer' : undefined);
  const form = chosen ?? answer.open;
  const isCovered = form !== undefined && !isBeside;
  const back = () => (chosen ? setForm(undefined) : answer.close());
  const isAskable = conversation && mayAsk(conversation, 'recipient', conversation.status);
  const open = (next: Form) => (isOpen && !isCovered ? () => setForm(next) : undefined);
  const finish = (outcome: Outcome) => session.finish(id, outcome);
  const move = isCovered ? undefined : session.step;
  const actions = {
    onAnswer: isBeside ? () => focusAnswer(back, chosen) : open('answer'),
    onAsk: isAskable ? open('ask') : undefined,
    onDecline: open('decline'),
    onLater: isCovered ? undefined : session.postpone,
  };
  useShortcuts({
    a: actions.onAnswer,
    q: actions.onAsk,
    d: actions.onDecline,
    l: actions.onLater,
    j: move && (() => move(1)),
    k: move && (() => move(-1)),
    Escape: chosen && (() => setForm(undefined)),
    '?': () => setHelping(true),
  });
  const swipe = useSwipe({ onLeft: actions.onLater, onRight: move && (() => move(-1)) });

  return (
    <Page
      title={title}
      back={paths.inbox()}
      wide={form !== undefined}
      {...(isBeside && { width: 'full' as const })}
      flush
      action={
        <SessionMenu
          id={id}
          conversation={conversation}
          isHelping={isHelping}
          onHelp={setHelping}
          onAsk={actions.onAsk}
          onDecline={actions.onDecline}
        />
      }
      actionBar={
        !conversation || form ? undefined : isOpen ? (
          <SessionActions
            conversation={conversation}
            onAnswer={actions.onAnswer}
            onLater={actions.onLater}
          />
        ) : (
          <GoneBar conversation={conversation} onNext={() => finish('gone')} />
        )
      }
    >
      <div className={form ? 'session-form' : undefined}>
        <section
          aria-label="The letter"
          className={`session-letter ${form ? 'max-wide:hidden ' : ''}touch-pan-y touch-pinch-zoom grid content-start gap-5 px-5 pt-1 pb-8`}
          style={swipe.moved ? { transform: `translateX(${swipe.moved}px)` } : undefined}
          {...(form ? {} : swipe.handlers)}
        >
          <UnsentAnswers />
          <SessionProgress
            summary={session.summary}
            onPrevious={() => move?.(-1)}
            onNext={() => move?.(1)}
          />
          <QueryContent query={query}>
            {([, letters]) =>
              conversation && (
                <SessionLetter
                  messages={letters}
                  conversation={conversation}
                  viewerId={viewerId}
                  now={now}
                  heading={heading}
                />
              )
            }
          </QueryContent>
        </section>
        {form && conversation && (
          <OpenForm
            form={form}
            conversation={conversation}
            now={now}
            onBack={back}
            {...(isBeside && { beside: { onLater: session.postpone } })}
            onSent={(outcome) => finish(outcome ?? OUTCOMES[form])}
          />
        )}
      </div>
    </Page>
  );
}

function OpenForm({ form, ...props }: PanelProps & { form: Form }) {
  const Panel = PANELS[form];
  return <Panel {...props} />;
}

/** Puts the focus into the answer at the right of its letter, in place of another form that is open there. */
function focusAnswer(back: () => void, chosen: Form | undefined): void {
  if (chosen) back();
  else document.querySelector<HTMLElement>('.session-pane [role=textbox]')?.focus();
}

/** The conversation and its messages. */
function useLetter(id: string) {
  const thread = inboxThread(id);
  const interval = usePollInterval(THREAD_EVERY);
  const conversation = useEntity({ ...thread.conversation, refetchInterval: interval });
  const pages = useInfiniteQuery(thread.messages);
  const messages = pages.data?.pages.flatMap((page) => page.data);
  const query = together<[Conversation, NonNullable<typeof messages>]>(conversation, {
    ...pages,
    data: messages,
  });
  return { query, messages };
}

/** The heading of the letter: gets the focus, at the top of the page, when another message was shown before. */
function useFocusedHeading(hasMoved: RefObject<boolean>, isShown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNext = useRef(false);
  useEffect(() => {
    isNext.current = hasMoved.current;
    if (isNext.current) window.scrollTo({ top: 0 });
  }, [hasMoved]);
  useEffect(() => {
    if (isShown && isNext.current) heading.current?.focus({ preventScroll: true });
  }, [isShown]);
  return heading;
}

/** Loads the following letters, so that they are there at once, also without a connection. */
function usePrefetched(entries: readonly { readonly id: string }[]): void {
  const ids = entries.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) {
      const { conversation, messages } = inboxThread(id);
      void queryClient.prefetchQuery(conversation);
      void queryClient.prefetchInfiniteQuery(messages);
    }
  }, [ids]);
}
