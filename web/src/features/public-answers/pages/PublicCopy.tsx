import { EyeOff, Globe, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { OperationSpec } from '#shared/api/operation.ts';
import {
  agreeToPublicAnswer,
  declinePublicAnswer,
  proposePublicAnswer,
  revisePublicAnswer,
  viewPublicAnswer,
  withdrawPublicAnswer,
} from '#shared/api/public-answers.ts';
import { areSameEdits, type Edit } from '#shared/rules/public-answers/texts.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { useEntity } from '#web/api/queries.ts';
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
import { CopyText } from '../CopyText.tsx';
import { type CopyPlace, isSamePlace, occurrencesOf, withDecision } from '../copy-edits.ts';
import { copyQueries, type PublicCopy } from '../copy-queries.ts';
import { PlaceDialog } from '../PlaceDialog.tsx';

export const loader = queryLoader(copyQueries);

/** `/public-answer/{conversationId}`: what becomes public of a letter, for its two people. docs/product/public-answers.md#the-copy */
export function Component() {
  const conversationId = usePathParameter('conversationId');
  const query = useEntity(copyQueries({ params: { conversationId } }).copy);
  return (
    <QueryPage title="Public answer" back={paths.dashboard()} query={query}>
      {(copy) =>
        copy.actions.some((action) => action !== 'withdraw') ? (
          <CopyPage key={copy.version} copy={copy} conversationId={conversationId} />
        ) : (
          <Navigate to={letterOf(copy, conversationId)} replace />
        )
      }
    </QueryPage>
  );
}

const letterOf = ({ side }: PublicCopy, conversationId: string) =>
  side === 'sender' ? paths.orderViewer(conversationId) : paths.inboxViewer(conversationId);

type CopyPageProps = { copy: PublicCopy; conversationId: string };

function CopyPage({ copy, conversationId }: CopyPageProps) {
  const mayEdit = copy.actions.includes('propose') || copy.actions.includes('revise');
  const [edits, setEdits] = useState<readonly Edit[]>(copy.edits);
  const [marked, setMarked] = useState<readonly CopyPlace[]>([]);
  const [chosen, setChosen] = useState<readonly CopyPlace[]>();
  const [hasRead, setRead] = useState(false);
  const [isSensitive, setSensitive] = useState(copy.sensitive);
  const [tried, setTried] = useState(false);
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
    onTried: () => setTried(true),
  };
  return (
    <Page
      title={isSender ? `${answers} would like to publish this answer` : 'Make this answer public?'}
      back={back}
      lead={leadWords(copy, asks, answers)}
      actionBar={isSender ? <SenderBar {...state} /> : <RecipientBar {...state} />}
    >
      <div className="grid gap-5">
        {mayEdit && (
          <p className="flex gap-3 rounded-card bg-tint px-4 py-3">
            <EyeOff aria-hidden size={20} className="mt-0.5 shrink-0" />
            <span>{placesWords(copy, edits, isSender ? 'you' : asks)}</span>
          </p>
        )}
        <article className="letter grid gap-3 px-5 py-5 font-serif text-[1.125rem] leading-7">
          <h2 className="strip-title text-soft">
            {isSender ? 'Your question, without your name' : `The question, without ${asks}’s name`}
          </h2>
          <div className="text-[1.375rem] leading-8">
            <CopyText {...text} part="title" />
          </div>
          <CopyText {...text} part="question" />
          <h2 className="strip-title mt-4 text-soft">
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
        <Facts isSender={isSender} asks={asks} answers={answers} />
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
        <div>
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
  const until = copy.until && ` Until ${deadlineWords(copy.until, serverNow())}.`;
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
};

/** A decision: the call, and what is said once it is made. It leads back to the letter. */
function useDecision({ copy, conversationId }: CopyPageProps) {
  const navigate = useNavigate();
  const once = useSendOnce();
  return useWrite({
    mutationFn: ({ send }: { send: Parameters<typeof once.send>[0]; done: string }) =>
      changeThread(copy.side, () => once.send(send), viewPublicAnswer as OperationSpec),
    onSuccess: (_, { done }) => {
      toast.success(done);
      navigate(letterOf(copy, conversationId), { replace: true });
    },
  });
}

const wireEdits = (edits: readonly Edit[]) => edits.map((edit) => ({ ...edit }));

function SenderBar(props: Decided) {
  const { copy, conversationId, edits, hasRead, onTried } = props;
  const deciding = useDecision(props);
  const isChanged = !areSameEdits(edits, copy.edits);
  const { version } = copy;
  const agree = () => {
    onTried();
    if (!hasRead) return;
    deciding.mutate(
      isChanged
        ? {
            send: (options) =>
              call(
                revisePublicAnswer,
                { orderId: conversationId, version, edits: wireEdits(edits) },
                options,
              ),
            done: `${firstName(copy.recipientName)} reads your changes next`,
          }
        : {
            send: (options) => call(agreeToPublicAnswer, { conversationId, version }, options),
            done: 'It’s public now, without your name',
          },
    );
  };
  return (
    <ActionBar>
      <ErrorLine error={deciding.error} />
      <div className="col-span-full grid grid-cols-2 gap-2">
        <Button
          variant="quiet"
          block
          busy={deciding.isPending}
          onClick={() =>
            deciding.mutate({
              send: (options) => call(declinePublicAnswer, { orderId: conversationId }, options),
              done: 'It stays private',
            })
          }
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
  const { copy, conversationId, edits, hasRead, isSensitive, onTried } = props;
  const deciding = useDecision(props);
  const { version } = copy;
  const asks = firstName(copy.senderName);
  const isProposing = copy.actions.includes('propose');
  const goOn = () => {
    onTried();
    if (!hasRead) return;
    deciding.mutate(
      isProposing
        ? {
            send: (options) =>
              call(
                proposePublicAnswer,
                { inboxId: conversationId, edits: wireEdits(edits), sensitive: isSensitive },
                options,
              ),
            done: `${asks} reads it and decides`,
          }
        : {
            send: (options) => call(agreeToPublicAnswer, { conversationId, version }, options),
            done: 'It’s public now',
          },
    );
  };
  const takeBack = () =>
    deciding.mutate({
      send: (options) => call(withdrawPublicAnswer, { conversationId }, options),
      done: 'It stays private',
    });
  return (
    <ActionBar>
      <ErrorLine error={deciding.error} />
      <div className={`col-span-full grid gap-2 ${isProposing ? '' : 'grid-cols-2'}`}>
        {!isProposing && (
          <Button variant="quiet" block busy={deciding.isPending} onClick={takeBack}>
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

function ErrorLine({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="col-span-full font-medium text-red-text empty:hidden">
      {error && errorMessage(error)}
    </p>
  );
}
