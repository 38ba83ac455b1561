import { EyeOff, Globe, Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import {
  agreeToPublicAnswer,
  declinePublicAnswer,
  proposePublicAnswer,
  revisePublicAnswer,
  viewPublicAnswer,
  withdrawPublicAnswer,
} from '#shared/api/public-answers.ts';
import { areSameEdits, type Edit } from '#shared/rules/public-answers/texts.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { queryClient, refresh, useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CheckCard } from '#web/ui/CheckCard.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { changeThread } from '../../conversations/thread/refresh-thread.ts';
import { inboxThread, orderThread } from '../../conversations/thread-queries.ts';
import { CopyText } from '../CopyText.tsx';
import {
  type CopyPlace,
  contextOf,
  isSamePlace,
  occurrencesOf,
  withDecision,
} from '../copy-edits.ts';
import { copyQueries, type PublicCopy } from '../copy-queries.ts';
import { PlaceDialog } from '../PlaceDialog.tsx';

export const loader = queryLoader(copyQueries);

/** `/public-answer/{conversationId}`: what becomes public of a letter, for its two people. docs/product/public-answers.md#the-copy */
export function Component() {
  const conversationId = usePathParameter('conversationId');
  const query = useEntity(copyQueries({ params: { conversationId } }).copy);
  const [refused, setRefused] = useState<string>();
  return (
    <QueryPage title="Public answer" back={paths.dashboard()} query={query}>
      {(copy) =>
        copy.actions.some((action) => action !== 'withdraw') ? (
          <CopyPage
            key={copy.version}
            copy={copy}
            conversationId={conversationId}
            refused={refused}
            onRefused={setRefused}
          />
        ) : (
          <Navigate to={letterOf(copy, conversationId)} replace />
        )
      }
    </QueryPage>
  );
}

const letterOf = ({ side }: PublicCopy, conversationId: string) =>
  side === 'sender' ? paths.orderViewer(conversationId) : paths.inboxViewer(conversationId);

const letterQuery = ({ side }: PublicCopy, conversationId: string) =>
  (side === 'sender' ? orderThread(conversationId) : inboxThread(conversationId)).conversation;

type CopyPageProps = {
  copy: PublicCopy;
  conversationId: string;
  /** Why the last decision was refused. It outlives the texts, which are then shown anew. */
  refused: string | undefined;
  onRefused: (sentence: string) => void;
};

function CopyPage({ copy, conversationId, refused, onRefused }: CopyPageProps) {
  const mayEdit = copy.actions.includes('propose') || copy.actions.includes('revise');
  const [edits, setEdits] = useState<readonly Edit[]>(copy.edits);
  const [marked, setMarked] = useState<readonly CopyPlace[]>([]);
  const [chosen, setChosen] = useState<readonly CopyPlace[]>();
  const [hasRead, setRead] = useState(false);
  const [isSensitive, setSensitive] = useState(copy.sensitive);
  const [tried, setTried] = useState(false);
  const check = useRef<HTMLDivElement>(null);
  const back = letterOf(copy, conversationId);
  const places = [...copy.places, ...marked];
  const text = {
    copy,
    edits,
    places,
    onPlace: mayEdit ? (place: CopyPlace) => setChosen([place]) : undefined,
  };
  const [asks, answers] = [firstName(copy.senderName), firstName(copy.recipientName)];
  const isSender = copy.side === 'sender';
  const first = chosen?.[0];
  const state: Decided = {
    copy,
    conversationId,
    edits,
    hasRead,
    isSensitive,
    refused,
    onRefused,
    onTried: () => {
      setTried(true);
      // What is missing may be far below the button.
      if (!hasRead) check.current?.querySelector('input')?.focus();
    },
    facts: <Facts isSender={isSender} asks={asks} answers={answers} />,
  };
  return (
    <Page
      title={isSender ? `${answers} would like to publish this answer` : 'Make this answer public?'}
      back={back}
      width="broad"
      barBeside
      actionBar={isSender ? <SenderBar {...state} /> : <RecipientBar {...state} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="text-soft">{leadWords(copy, asks, answers)}</p>
        {mayEdit && (
          <p className="flex gap-3 rounded-card bg-tint px-4 py-3">
            <EyeOff aria-hidden size={20} className="mt-0.5 shrink-0" />
            <span>{placesWords(copy, edits, isSender ? 'you' : asks)}</span>
          </p>
        )}
        <article className="letter grid gap-3 px-5 py-5 font-serif text-[1.125rem] leading-7">
          <h2 className="strip-title font-sans text-soft">
            {isSender ? 'Your question, without your name' : `The question, without ${asks}’s name`}
          </h2>
          <div className="text-[1.375rem] leading-8">
            <CopyText {...text} part="title" />
          </div>
          <CopyText {...text} part="question" />
          <h2 className="strip-title mt-4 font-sans text-soft">
            {isSender
              ? `${answers}’s answer, with ${answers}’s name`
              : 'Your answer, with your name'}
          </h2>
          <CopyText {...text} part="answer" />
        </article>
        {mayEdit && (
          <MarkMore
            onMark={(words) => {
              const found = occurrencesOf(copy.texts, words);
              setMarked([...marked, ...found]);
              if (found.length > 0) setChosen(found);
              return found.length;
            }}
          />
        )}
        <div className="wide:hidden">{state.facts}</div>
        {copy.actions.includes('propose') && !copy.sensitiveField && (
          <CheckCard
            checked={isSensitive}
            onCheckedChange={setSensitive}
            label="This is sensitive"
            hint="Health, a birth, grief, law: the page shows the month only."
          />
        )}
        {isSender && copy.sensitive && (
          <p className="rounded-card bg-tint px-4 py-3">
            This touches something sensitive. People who know your story may still recognize it,
            even without your name. The page shows the month only.
          </p>
        )}
        <div ref={check}>
          <CheckCard
            checked={hasRead}
            onCheckedChange={setRead}
            label={
              copy.actions.includes('propose')
                ? `I’ve read both texts. Nothing in them says who ${asks} is.`
                : 'I’ve read both texts as they’ll stand.'
            }
          />
          {tried && !hasRead && (
            <p role="alert" className="font-medium text-red-text">
              Please read both texts, then tick this.
            </p>
          )}
        </div>
      </div>
      {chosen && first && (
        <PlaceDialog
          words={copy.texts[first.part].slice(first.start, first.end)}
          context={contextOf(copy.texts, first)}
          now={wordsAt(edits, first)}
          isName={isNameOf(copy, first)}
          onDecide={(words) => {
            setEdits(withDecision(edits, chosen, words));
            setRead(false);
            setChosen(undefined);
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Page>
  );
}

function leadWords(copy: PublicCopy, asks: string, answers: string): string {
  const until =
    copy.until &&
    ` Without an answer by ${deadlineWords(copy.until, serverNow())} it stays private.`;
  if (copy.side === 'sender')
    return `It’s your letter too, so it’s up to you. Nothing is public until you agree. Keep it private, and ${answers} learns only that.${until ?? ''}`;
  return copy.state === 'REVISED'
    ? `${asks} hid or reworded more, and agrees to the texts below. What is new is marked.${until ?? ''}`
    : `Anyone could then read it, and search engines find it. First read it once more, then ${asks} reads it, and decides. You can ask once.`;
}

/** How many places could still point at somebody. */
function placesWords(copy: PublicCopy, edits: readonly Edit[], whom: string): string {
  const open = copy.places.filter(
    (place) => !edits.some((edit) => isSamePlace(edit, place)),
  ).length;
  if (open === 0) return 'Tap a marked place to keep, hide or reword it.';
  const count = open === 1 ? '1 place' : `${open} places`;
  return `${count} could point at ${whom}. Tap one to keep, hide or reword it.`;
}

const wordsAt = (edits: readonly Edit[], place: CopyPlace): string | undefined => {
  const edit = edits.find((one) => isSamePlace(one, place));
  return edit && (edit.text ?? '');
};

const isNameOf = ({ texts, senderName }: PublicCopy, { part, start, end, kind }: CopyPlace) =>
  kind === 'PARTICIPANT' &&
  senderName.toLowerCase().includes(texts[part].slice(start, end).toLowerCase());

function MarkMore({ onMark }: { onMark: (words: string) => number }) {
  const [words, setWords] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() === '') setError('Please type the words');
        else if (onMark(words) === 0) setError('These words aren’t in the texts');
        else {
          setWords('');
          setError(undefined);
        }
      }}
    >
      <Field label="Hide or reword something else" hint="Words of the texts above" error={error}>
        <TextInput value={words} onChange={({ target: { value } }) => setWords(value)} />
      </Field>
      <Button type="submit" size="md" variant="quiet">
        Mark these words
      </Button>
    </form>
  );
}

function Facts({ isSender, asks, answers }: { isSender: boolean; asks: string; answers: string }) {
  return (
    <ul className="grid gap-3 text-[0.9375rem] leading-snug">
      <Fact icon={<EyeOff aria-hidden size={18} />}>
        {isSender ? 'Your name' : `${asks}’s name`}, pictures, files, recordings and the replies
        stay private.
      </Fact>
      <Fact icon={<Undo2 aria-hidden size={18} />}>
        Each of you can withdraw it at any time, at once. Search engines and whoever saved it may
        still have it.
      </Fact>
      <Fact icon={<Globe aria-hidden size={18} />}>
        Reading is free. It helps people find {isSender ? answers : 'you'}.
      </Fact>
    </ul>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0 text-soft">{icon}</span>
      <span>{children}</span>
    </li>
  );
}

type Decided = CopyPageProps & {
  edits: readonly Edit[];
  hasRead: boolean;
  isSensitive: boolean;
  onTried: () => void;
  /** What follows from a yes. On a wide screen it stands below the buttons. */
  facts: ReactNode;
};

type Send = Parameters<ReturnType<typeof useSendOnce>['send']>[0];
/** A decision: its call, and what is said once it is made. */
type Decision = { readonly send: Send; readonly done: string };

/** Makes one of the decisions by its name, so that a double tap is one, and leads back to the letter. */
function useDecision<Name extends string>(
  { copy, conversationId, onRefused }: CopyPageProps,
  decisions: Readonly<Record<Name, Decision>>,
) {
  const navigate = useNavigate();
  const once = useSendOnce();
  return useWrite({
    mutationFn: async (name: Name) => {
      await changeThread(copy.side, () => once.send(decisions[name].send));
      // Otherwise the letter still asks for the decision when it opens.
      await queryClient.prefetchQuery(letterQuery(copy, conversationId));
    },
    onSuccess: (_, name) => {
      toast.success(decisions[name].done);
      navigate(letterOf(copy, conversationId), { replace: true });
      void refresh(viewPublicAnswer);
    },
    onError: (error) => {
      if (!isRefusal(error, 'WRONG_STATUS')) return;
      onRefused(errorMessage(error));
      // The other side, or another tab, came first: the texts as they are now have to be read.
      void refresh(viewPublicAnswer);
    },
  });
}

const wireEdits = (edits: readonly Edit[]) => edits.map((edit) => ({ ...edit }));

function SenderBar(props: Decided) {
  const { copy, conversationId, edits, hasRead, refused, onTried } = props;
  const { version } = copy;
  const deciding = useDecision(props, {
    agree: {
      send: (options) => call(agreeToPublicAnswer, { conversationId, version }, options),
      done: 'It’s public now, without your name',
    },
    revise: {
      send: (options) =>
        call(
          revisePublicAnswer,
          { orderId: conversationId, version, edits: wireEdits(edits) },
          options,
        ),
      done: `${firstName(copy.recipientName)} reads your changes next`,
    },
    decline: {
      send: (options) => call(declinePublicAnswer, { orderId: conversationId }, options),
      done: 'It stays private',
    },
  });
  const isChanged = !areSameEdits(edits, copy.edits);
  const agree = () => {
    onTried();
    if (hasRead) deciding.mutate(isChanged ? 'revise' : 'agree');
  };
  return (
    <ActionBar column={{ below: <div className="mt-6">{props.facts}</div> }}>
      <ErrorLine deciding={deciding} refused={refused} />
      <div className="col-span-full grid grid-cols-2 gap-2">
        <Button
          variant="quiet"
          block
          busy={deciding.isPending}
          onClick={() => deciding.mutate('decline')}
        >
          Keep it private
        </Button>
        <Button
          block
          variant={copy.actions.includes('agree') || isChanged ? 'primary' : 'quiet'}
          busy={deciding.isPending}
          disabled={!copy.actions.includes('agree') && !isChanged}
          onClick={agree}
        >
          {isChanged ? 'Agree to this' : 'Agree'}
        </Button>
      </div>
    </ActionBar>
  );
}

function RecipientBar(props: Decided) {
  const { copy, conversationId, edits, hasRead, isSensitive, refused, onTried } = props;
  const { version } = copy;
  const asks = firstName(copy.senderName);
  const deciding = useDecision(props, {
    propose: {
      send: (options) =>
        call(
          proposePublicAnswer,
          { inboxId: conversationId, edits: wireEdits(edits), sensitive: isSensitive },
          options,
        ),
      done: `${asks} reads it and decides`,
    },
    agree: {
      send: (options) => call(agreeToPublicAnswer, { conversationId, version }, options),
      done: 'It’s public now',
    },
    takeBack: {
      send: (options) => call(withdrawPublicAnswer, { conversationId }, options),
      done: 'It stays private',
    },
  });
  const isProposing = copy.actions.includes('propose');
  const goOn = () => {
    onTried();
    if (hasRead) deciding.mutate(isProposing ? 'propose' : 'agree');
  };
  return (
    <ActionBar column={{ below: <div className="mt-6">{props.facts}</div> }}>
      <ErrorLine deciding={deciding} refused={refused} />
      <div className={`col-span-full grid gap-2 ${isProposing ? '' : 'grid-cols-2'}`}>
        {!isProposing && (
          <Button
            variant="quiet"
            block
            busy={deciding.isPending}
            onClick={() => deciding.mutate('takeBack')}
          >
            Take it back
          </Button>
        )}
        <Button block busy={deciding.isPending} onClick={goOn}>
          {isProposing ? `Ask ${asks}` : 'Agree'}
        </Button>
      </div>
    </ActionBar>
  );
}

type ErrorLineProps = {
  deciding: { readonly error: Error | null; readonly isPending: boolean };
  refused: string | undefined;
};

function ErrorLine({ deciding: { error, isPending }, refused }: ErrorLineProps) {
  return (
    <p role="alert" className="col-span-full font-medium text-red-text empty:hidden">
      {!isPending && (error ? errorMessage(error) : refused)}
    </p>
  );
}
