import { CheckCircle2, Keyboard, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { hoursWords } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { HOUR, type Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { countWords, declarationWords } from '../../letters/written-by-words.ts';
import { DeskFiles, fileCountOf } from '../DeskFiles.tsx';
import type { DeskCase } from '../desk-words.ts';
import { WrittenMessages } from '../WrittenMessages.tsx';
import {
  CLAIM_REASON_WORDS,
  claimsAgainstWords,
  claimsMadeWords,
  type DeskLetter,
  namesOf,
  oddsAndTimeWords,
  paidLettersWords,
} from './claim-words.ts';

/*
 * The two sides of a letter, one column each: who they are, what they wrote, and what they say about the claim. The texts are there
 * once somebody has opened them. docs/product/desk.md#claims
 */

type Content = NonNullable<DeskCase['written']>;
type Message = Content['messages'][number];

export type SidesProps = {
  found: DeskCase;
  letter: DeskLetter;
  /** What was written; undefined until the texts are opened. */
  content: Content | undefined;
  /** In place of the texts until then. */
  opening: ReactNode;
  now: Instant;
};

export function Sides({ found, letter, content, opening, now }: SidesProps) {
  const names = namesOf(letter);
  const question = content?.messages.find(({ kind }) => kind === 'QUESTION');
  const answers = content?.messages.filter(isAnswer) ?? [];
  const others = content?.messages.filter((one) => one !== question && !isAnswer(one)) ?? [];
  const claim = <Claim key="claim" found={found} name={names.sender} />;
  const contest = letter.claim?.contest && (
    <Contest key="contest" contest={letter.claim.contest} letter={letter} now={now} />
  );
  if (!content)
    return (
      <div className="grid gap-5">
        <div className="grid gap-5 cards:grid-cols-2 cards:items-start">
          {found.kind === 'CLAIM' && claim}
          {contest}
        </div>
        {opening}
        <div className="grid gap-5 cards:grid-cols-2">
          <SideHeading found={found} letter={letter} side="sender" />
          <SideHeading found={found} letter={letter} side="recipient" />
        </div>
      </div>
    );
  return (
    <div className="grid gap-4">
      {opening}
      <div className="grid gap-x-5 gap-y-4 cards:grid-cols-2 cards:items-start">
        <SideHeading found={found} letter={letter} side="sender" />
        <Sheet
          title="The letter"
          message={question}
          letter={letter}
          now={now}
          className="cards:row-start-2"
        />
        <SideHeading
          found={found}
          letter={letter}
          side="recipient"
          className="cards:col-start-2 cards:row-start-1"
        />
        <div className="grid gap-4 cards:col-start-2 cards:row-start-2">
          {answers.map((message) => (
            <Sheet
              key={message.id}
              title={message.kind === 'IMPROVED_ANSWER' ? 'The improved answer' : 'The answer'}
              message={message}
              letter={letter}
              now={now}
            />
          ))}
        </div>
        <div className="grid gap-3 cards:col-span-2">
          {answers.map(({ id, written }) => (
            <WhoWrote key={id} written={written} name={names.recipient} />
          ))}
        </div>
        {found.kind === 'CLAIM' && claim}
        {contest}
      </div>
      <DeskFiles
        conversationId={letter.id}
        caseId={found.id}
        count={fileCountOf(content.messages)}
        people={[letter.sender, letter.recipient]}
        isReported
      />
      {others.length > 0 && (
        <details className="rounded-card border border-rule bg-card px-5 py-3">
          <summary className="min-h-11 content-center font-semibold">
            What else they wrote to each other ({others.length})
          </summary>
          <div className="grid gap-5 py-3">
            <WrittenMessages
              content={{ messages: others, more: content.more }}
              people={[letter.sender, letter.recipient]}
              now={now}
            />
          </div>
        </details>
      )}
    </div>
  );
}

const isAnswer = ({ kind }: Message) => kind === 'PAID_RESPONSE' || kind === 'IMPROVED_ANSWER';

type SideHeadingProps = Pick<SidesProps, 'found' | 'letter'> & {
  side: 'sender' | 'recipient';
  className?: string;
};

/** Who a side is: portrait, what they did, and what is known of them. The name leads to their course at the desk. */
function SideHeading({ found, letter, side, className }: SideHeadingProps) {
  const person = letter[side];
  const isSender = side === 'sender';
  const claims = isSender
    ? claimsMadeWords(found.openedByRecord.claimsBy)
    : claimsAgainstWords(found.aboutRecord.claimsAgainst);
  const words = isSender ? paidLettersWords(letter.paidLetters) : oddsAndTimeWords(letter.odds);
  return (
    <div className={`flex items-center gap-3 ${className ?? ''}`}>
      <Avatar name={person.fullName} imageUrl={person.profileImageUrl} />
      <div className="min-w-0">
        <h2 className="font-semibold text-[1.0625rem] leading-snug">
          <TextLink to={paths.deskPerson(person.id)}>
            <bdi>{person.fullName}</bdi>
          </TextLink>{' '}
          {isSender ? 'asked' : letter.answeredAt === null ? 'didn’t answer' : 'answered'}
        </h2>
        <p className="text-[0.875rem] text-soft">
          {words}
          {found.kind === 'CLAIM' && ` · ${claims}`}
          {person.blocked && ' · blocked'}
        </p>
      </div>
    </div>
  );
}

type SheetProps = {
  title: string;
  message: Message | undefined;
  letter: DeskLetter;
  now: Instant;
  className?: string;
};

/** A letter or an answer, as it was read. */
function Sheet({ title, message, letter, now, className }: SheetProps) {
  if (!message) return <p className="text-soft">The letter isn’t stored anymore.</p>;
  const { kind, body, dateTimeSent } = message;
  const after = Math.max(1, Math.round((dateTimeSent - letter.sentAt) / HOUR));
  return (
    <article className={`letter grid gap-2 px-5 py-4 ${className ?? ''}`}>
      <header className="flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-soft">
        <h3>{title}</h3>
        <p>
          {deadlineWords(dateTimeSent, now)} ·{' '}
          {kind === 'QUESTION' ? formatMoney(letter.price) : `${hoursWords(after)} later`}
        </p>
      </header>
      <RichText html={body} className="text-[1.0625rem] leading-6" />
    </article>
  );
}

/** Who wrote an answer, as its author says, how much of it was typed and pasted, and whether it is signed. */
function WhoWrote({ written, name }: { written: Message['written']; name: string }) {
  if (!written)
    return (
      <p className="rounded-card border border-rule bg-card px-5 py-3 text-soft">
        Nothing is known about who wrote this answer.
      </p>
    );
  const { declaration, counts, signedAt, verificationId } = written;
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-card border border-rule bg-card px-5 py-3 text-[0.9375rem]">
      <p className="inline-flex items-center gap-2">
        <PenLine aria-hidden size={18} className="shrink-0" />
        {declaration ? declarationWords(name, declaration) : `${name} didn’t say who wrote it`}
      </p>
      <p className="inline-flex items-center gap-2">
        <Keyboard aria-hidden size={18} className="shrink-0" />
        {counts ? countWords(counts) : 'nothing was counted'}
      </p>
      <p className="inline-flex items-center gap-2">
        {signedAt !== null && (
          <CheckCircle2 aria-hidden size={18} className="shrink-0 text-earned-text" />
        )}
        {signedAt === null ? 'Not signed' : 'Signed with a passkey'} ·{' '}
        <TextLink to={paths.checkLetter(verificationId)}>Check it</TextLink>
      </p>
    </div>
  );
}

function Claim({ found: { reason, text }, name }: { found: DeskCase; name: string }) {
  return (
    <Said
      edge="border-l-red"
      title={
        <>
          <span className="text-red-text">{name}’s claim:</span> the answer{' '}
          {CLAIM_REASON_WORDS[reason] ?? 'isn’t right'}
        </>
      }
    >
      {text}
    </Said>
  );
}

type ContestProps = {
  contest: NonNullable<NonNullable<DeskLetter['claim']>['contest']>;
  letter: DeskLetter;
  now: Instant;
};

/** What the side that took the claim to the desk says about it. */
function Contest({ contest: { by, at, text }, letter, now }: ContestProps) {
  const names = namesOf(letter);
  const isRecipient = by.id === letter.recipient.id;
  return (
    <Said
      edge="border-l-ink"
      title={
        <>
          {isRecipient ? `${names.recipient}’s objection` : `${names.sender} asks for a decision`}
          <span className="font-normal text-soft"> · {deadlineWords(at, now)}</span>
        </>
      }
    >
      {text}
    </Said>
  );
}

type SaidProps = { edge: string; title: ReactNode; children: string };

function Said({ edge, title, children }: SaidProps) {
  return (
    <figure
      className={`grid gap-1 rounded-letter border border-rule border-l-4 bg-card px-4 py-3 ${edge}`}
    >
      <figcaption className="font-semibold text-[0.9375rem]">{title}</figcaption>
      <blockquote
        dir="auto"
        className="wrap-anywhere whitespace-pre-line font-serif text-[1.0625rem] leading-6"
      >
        {children}
      </blockquote>
    </figure>
  );
}
