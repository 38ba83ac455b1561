import { Bell, Eye, Mail, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { viewDeskCase } from '#shared/api/desk.ts';
import { type Cents, formatMoney, ZERO } from '#shared/money.ts';
import { isCareCase } from '#shared/rules/desk/care.ts';
import { isProposal } from '#shared/rules/desk/cases.ts';
import { type Instant, MINUTE } from '#shared/time.ts';
import { deadlineWords, fullDayWords, timeWords } from '#web/shell/dates.ts';
import { PageHeading } from '#web/shell/Page.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { STATEMENT_TITLES } from '../../safety/statement-titles.ts';
import { ACTED_ON_REPORT, appealFacts } from '../../safety/statement-words.ts';
import { CaseNotes } from '../CaseNotes.tsx';
import { DeskFrame } from '../DeskPage.tsx';
import { listPath } from '../desk-list.ts';
import { type DeskCase, KIND_WORDS, reasonWords } from '../desk-words.ts';
import { Facts } from '../Facts.tsx';
import { GoOn } from '../NextCase.tsx';
import { Quote } from '../Quote.tsx';
import { UnsentReason } from '../UnsentReason.tsx';
import { useLook } from '../view-reason.ts';
import { namesOf, oddsWords, signedMoney } from './claim-words.ts';
import { Record } from './LetterCase.tsx';
import { OpenTexts } from './OpenTexts.tsx';
import { ReadLetter } from './Readings.tsx';
import { proposerOf } from './SecondPerson.tsx';
import { Sides } from './Sides.tsx';

export type DecidedCaseProps = { found: DeskCase; now: Instant };
type Decision = NonNullable<DeskCase['decision']>;
type Told = DeskCase['told'][number];

/**
 * A case after its decision: what happened, who decided, and what each side reads, by which ways and whether they read it. The case
 * itself is folded. docs/product/desk.md#after-a-decision
 */
export function DecidedCase({ found, now }: DecidedCaseProps) {
  const { decision, told } = found;
  if (!decision) return null;
  const title = sentenceOf(found, decision);
  return (
    <DeskFrame title={title} heading="content" width="full" back={listPath()}>
      <header className="flex flex-wrap items-center justify-between gap-4 rounded-letter border border-rule border-l-4 border-l-earned bg-card px-5 py-4">
        <div className="min-w-0">
          <p className="stamped text-earned-text">{stampOf(found, decision)}</p>
          <PageHeading className="font-serif text-2xl leading-tight">{title}</PageHeading>
          <p className="text-[0.9375rem] text-soft">{deciderWords(found, decision, now)}</p>
        </div>
        <GoOn after={{ type: 'CASE', id: found.id }} />
      </header>
      <div className="grid gap-5 cards:grid-cols-2 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_20rem] wide:items-start">
        {told.map((reader) => (
          <Reader
            key={`${reader.person.id} ${reader.deed}`}
            reader={factsAsRead(found, decision, reader)}
            isFresh={now - decision.at < FRESH_TIME}
            now={now}
          />
        ))}
        {told.length === 0 && (
          <p className="text-soft cards:col-span-2">
            No one but staff learned of it: no statement was written.
          </p>
        )}
        <section
          aria-label="What it did"
          className="rounded-card border border-rule bg-card px-5 py-4 wide:col-start-3 wide:row-start-1"
        >
          <Facts facts={factsOf(found)} />
        </section>
      </div>
      <WholeCase found={found} now={now} />
      <UnsentReason key={found.id} id={`case_${found.id}`} decision={decision} />
    </DeskFrame>
  );
}

/** How it was decided, in two words. */
function stampOf(found: DeskCase, { outcome }: Decision): string {
  if (isCareCase(found)) return 'Decided';
  const isUpheld = outcome === 'UPHELD';
  if (isProposal(found)) return isUpheld ? 'Proposal agreed' : 'Proposal rejected';
  return `${KIND_WORDS[found.kind]} ${isUpheld ? 'upheld' : 'rejected'}`;
}

/** What an agreed proposal about an account did, by its reason, after the name of the person. */
const PROPOSAL_DONE: Readonly<Record<string, string>> = {
  BLOCK: ' was blocked',
  UNBLOCK: ' was unblocked',
  PAYOUT_RELEASE: '’s payout was released',
};

/** What happened, as a sentence: `Priya gets $20.00 back`. */
function sentenceOf(
  { kind, letter, about, reason, effects }: DeskCase,
  { outcome, deed }: Decision,
): string {
  const name = about?.fullName ?? 'An account that’s gone';
  const isUpheld = outcome === 'UPHELD';
  switch (kind) {
    case 'CLAIM': {
      if (!letter) return isUpheld ? 'The sender is refunded' : 'The answer stands';
      const effect = effects.UPHELD;
      return isUpheld && effect
        ? `${namesOf(letter).sender} gets ${signedMoney(effect.card).replace('+ ', '')} back`
        : `${namesOf(letter).recipient}’s answer stands`;
    }
    case 'REPORT':
      if (isCareCase({ kind, reason }) && !deed) return `No sign of danger for ${name}`;
      return deed ? `${name} ${DEED_WORDS[deed]}` : 'No rule was broken';
    case 'APPEAL':
      return isUpheld ? `${name} was right` : 'The decision stays';
    default:
      if (isUpheld && letter && reason.startsWith('REFUND_'))
        return `${namesOf(letter).sender} is refunded: ${reasonWords(reason).toLowerCase()}`;
      if (!isUpheld) return 'The proposal was rejected';
      return reason in PROPOSAL_DONE
        ? `${name}${PROPOSAL_DONE[reason]}`
        : `Done: ${reasonWords(reason).toLowerCase()}`;
  }
}

const DEED_WORDS = {
  CARE_WRITTEN: 'was written to, with help lines',
  EMERGENCY_ASKED: 'was looked after: emergency services were asked',
  WARNED: 'was warned',
  CONTENT_REMOVED: 'had content removed',
  ACCOUNT_BLOCKED: 'was blocked',
} as const;

/** Who decided it when, alone or with whom. */
function deciderWords(found: DeskCase, { by, at }: Decision, now: Instant): string {
  const proposer = proposerOf(found);
  const decided = `Decided by ${by?.fullName ?? 'an account that’s gone'}, ${deadlineWords(at, now)}`;
  return proposer ? `${decided} · proposed by ${proposer.fullName}` : `${decided} · alone`;
}

/** How long after a decision its notifications may still be on their way. */
const FRESH_TIME = 5 * MINUTE;

/** What somebody read, with a title of its own: of an appeal how it ended, and of a report that we acted on it. */
type ShownTold = Told & { readonly title?: string };

function factsAsRead(
  { kind, about, statement, reason }: DeskCase,
  { outcome }: Decision,
  reader: Told,
): ShownTold {
  const isOfAppellant = kind === 'APPEAL' && reader.person.id === about?.id;
  if (isOfAppellant && statement !== null && reader.deed === statement.deed)
    return { ...reader, facts: appealFacts(statement, outcome) };
  const isActedOn = outcome === 'UPHELD' && !isCareCase({ kind, reason });
  return kind === 'REPORT' && reader.deed === 'REPORT_DECIDED' && isActedOn
    ? { ...reader, title: ACTED_ON_REPORT }
    : reader;
}

/** What one side reads, in the words that it has, the ways in which it went out, and whether it was read. */
function Reader({ reader, isFresh, now }: { reader: ShownTold; isFresh: boolean; now: Instant }) {
  const { person, deed, title, facts, reason, appealUntil, ways, readAt } = reader;
  return (
    <section aria-label={`${person.fullName} reads`} className="grid gap-3">
      <h2 className="flex items-center gap-3 font-semibold">
        <Avatar name={person.fullName} imageUrl={person.profileImageUrl} size="row" />
        <span>
          <bdi>{firstName(person.fullName)}</bdi> reads
        </span>
      </h2>
      <ReadLetter
        title={title ?? STATEMENT_TITLES[deed]}
        facts={facts}
        reason={reason}
        appealUntil={appealUntil}
      />
      <ul className="grid gap-1.5 text-[0.875rem] text-soft">
        {ways.map(({ channel, at }) => (
          <Way key={`${channel} ${at}`} icon={ICONS[channel]}>
            {CHANNEL_WORDS[channel]}, {timeWords(at)}
          </Way>
        ))}
        {ways.length === 0 && <Way icon={Bell}>{unsentWords(deed, isFresh)}</Way>}
        <Way icon={Eye}>
          {readAt === null ? 'Not read yet' : `Read ${deadlineWords(readAt, now)}`}
        </Way>
      </ul>
    </section>
  );
}

/** Where somebody reads it to whom nothing went out. Who is blocked has no Home. */
function unsentWords(deed: Told['deed'], isFresh: boolean): string {
  const where = deed === 'ACCOUNT_BLOCKED' ? 'the sign-in shows it' : 'Home shows it';
  return isFresh
    ? `No push, email or text has gone out yet: ${where}`
    : `No device, email or text: ${where}`;
}

const ICONS = { PUSH: Bell, EMAIL: Mail, TEXT: MessageSquare } as const;
const CHANNEL_WORDS = { PUSH: 'Push', EMAIL: 'Email', TEXT: 'Text message' } as const;

function Way({ icon: Icon, children }: { icon: typeof Bell; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden size={16} className="shrink-0" />
      <span>{children}</span>
    </li>
  );
}

/** What the decision did to money, odds and account, and until when an appeal is possible. */
function factsOf({
  kind,
  letter,
  effects,
  decision,
  told,
  about,
  reason,
  openedBy,
  others,
  aboutRecord,
}: DeskCase) {
  const effect = decision && effects[decision.outcome];
  const appeal = told.find(({ appealUntil }) => appealUntil !== null);
  const appealWords =
    appeal?.appealUntil == null
      ? 'No one'
      : `By ${firstName(appeal.person.fullName)}, until ${fullDayWords(appeal.appealUntil)}`;
  if (letter && effect) {
    const { sender, recipient } = namesOf(letter);
    const isAnswered = letter.net !== null;
    return [
      [`${sender}’s payment`, signedMoney(effect.card)],
      [`${recipient}’s balance`, isAnswered ? changeWords(effect.balance) : null],
      ['Our fee', isAnswered ? changeWords(effect.fee) : null],
      ['We bear', effect.cost === ZERO ? null : signedMoney(effect.cost)],
      [`${recipient}’s odds`, oddsWords(effect.odds)],
      ['Appeal', appealWords],
    ] as const;
  }
  // A proposal that was rejected moved nothing.
  if (letter)
    return [
      ['Price', formatMoney(letter.price)],
      ['Money', kind === 'REFUND' ? 'None moved' : null],
      ['Appeal', appealWords],
    ] as const;
  // Somebody who may be in danger broke no rule.
  const isRule = kind === 'APPEAL' || (kind === 'REPORT' && !isCareCase({ kind, reason }));
  const reporters = [openedBy, ...others.map(({ by }) => by)].map(
    (person) => person?.fullName ?? 'An account that’s gone',
  );
  return [
    ['Account', about?.blocked ? 'Blocked' : 'Open'],
    ['Rule', isRule ? reasonWords(reason) : null],
    ['Warnings in all', isRule && kind === 'REPORT' ? String(aboutRecord.warnings) : null],
    ['Money', kind === 'REPORT' ? 'None moved' : null],
    ['Reported by', kind === 'REPORT' ? reporters.join(', ') : null],
    ['Appeal', appealWords],
  ] as const;
}

/** An amount that a decision moved; that nothing of it moved. */
const changeWords = (amount: Cents): string => (amount === ZERO ? 'Stays' : signedMoney(amount));

/** The case itself, folded: both texts after a look, what was written about it, timeline, ledger and notes. */
function WholeCase({ found, now }: DecidedCaseProps) {
  const { letter, text, decision } = found;
  const { seen, look, isLooking, error } = useLook(viewDeskCase, { caseId: found.id });
  return (
    <details className="rounded-card border border-rule bg-card px-5 py-2">
      <summary className="min-h-11 content-center font-semibold">The whole case</summary>
      <div className="grid gap-6 py-3">
        {decision && <Quote about="Why it was decided so">{decision.reason}</Quote>}
        {letter ? (
          <>
            <Sides
              found={found}
              letter={letter}
              content={seen?.written ?? undefined}
              now={now}
              opening={
                <OpenTexts
                  reason="To check this decision"
                  openedAt={seen?.written ? now : undefined}
                  onOpen={look}
                  busy={isLooking}
                  error={error}
                />
              }
            />
            <Record found={found} letter={letter} now={now} />
          </>
        ) : (
          <>
            {text && <Quote about="What they wrote">{text}</Quote>}
            {seen?.quotes?.map((quote) => (
              <Quote key={`${quote.at} ${quote.text}`} about={quote.by?.fullName ?? 'Gone'}>
                {quote.text}
              </Quote>
            ))}
            {found.quoteCount > 0 && !seen?.quotes && (
              <OpenTexts
                what="What was reported is private"
                action="Show what was reported"
                reason="To check this decision"
                openedAt={undefined}
                onOpen={look}
                busy={isLooking}
                error={error}
              />
            )}
            <CaseNotes found={found} now={now} />
          </>
        )}
      </div>
    </details>
  );
}
