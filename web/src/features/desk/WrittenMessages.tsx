import type { viewDeskConversation } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Instant } from '#shared/time.ts';
import { paths } from '../../paths.ts';
import { momentWords } from '../../shell/dates.ts';
import { TextLink } from '../../shell/TextLink.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { countWords, declarationWords } from '../letters/written-by-words.ts';
import { codeWords } from './desk-words.ts';

type Content = NonNullable<Output<typeof viewDeskConversation>['data'][number]['content']>;
type Message = Content['messages'][number];

export type WrittenMessagesProps = {
  content: Pick<Content, 'messages' | 'more'>;
  people: readonly ({ id: string; fullName: string } | null)[];
  now: Instant;
};

/** What two people wrote to each other; an answer with who wrote it, how, and its signature. */
export function WrittenMessages({
  content: { messages, more },
  people,
  now,
}: WrittenMessagesProps) {
  const nameOf = (id: string) => people.find((person) => person?.id === id)?.fullName ?? 'Gone';
  return (
    <>
      {more && <p className="text-soft">Earlier messages aren’t shown.</p>}
      {messages.map(({ id, kind, senderId, body, dateTimeSent, written }) => (
        <article key={id} aria-labelledby={`message-${id}`} className="border-rule border-l-2 pl-4">
          <p id={`message-${id}`} className="mb-1 text-[0.875rem] text-soft">
            <bdi className="font-semibold text-ink">{nameOf(senderId)}</bdi> · {codeWords(kind)} ·{' '}
            {momentWords(dateTimeSent, now)}
          </p>
          <RichText plain html={body} />
          {written && <Written written={written} name={nameOf(senderId)} now={now} />}
        </article>
      ))}
    </>
  );
}

/** Who wrote an answer, as its author says, what the browser counted, and when it was signed. */
function Written({
  written: { verificationId, declaration, counts, signedAt },
  name,
  now,
}: {
  written: NonNullable<Message['written']>;
  name: string;
  now: Instant;
}) {
  return (
    <p className="mt-1 text-[0.875rem] text-soft">
      {declaration ? declarationWords(name, declaration) : 'The author didn’t say who wrote it'}
      {' · '}
      {counts ? countWords(counts) : 'nothing was counted'}
      {' · '}
      {signedAt === null ? 'not signed' : `signed with a passkey, ${momentWords(signedAt, now)}`}
      {' · '}
      <TextLink to={paths.checkLetter(verificationId)}>Check it</TextLink>
    </p>
  );
}
