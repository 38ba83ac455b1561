import { Flag, Scale } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { decideCase, viewDeskCase } from '#shared/api/desk.ts';
import { plural } from '#shared/messages/plural.ts';
import type { CareDeed } from '#shared/rules/desk/care.ts';
import { isProposal } from '#shared/rules/desk/cases.ts';
import type { ReportDeed } from '#shared/rules/desk/decisions.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { paths } from '#web/paths.ts';
import { momentWords } from '#web/shell/dates.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { CaseLayout } from '../CaseLayout.tsx';
import { CaseNotes } from '../CaseNotes.tsx';
import { OpenTexts } from '../claims/OpenTexts.tsx';
import { OwnProposal, ProposedNote, proposalIn, useOwnProposal } from '../claims/SecondPerson.tsx';
import { DeskFrame } from '../DeskPage.tsx';
import { listPath } from '../desk-list.ts';
import {
  ageWords,
  type DeskCase,
  HARM_WORDS,
  KIND_WORDS,
  reasonWords,
  STATEMENT_WORDS,
  SUBJECT_WORDS,
} from '../desk-words.ts';
import { Facts } from '../Facts.tsx';
import { ChoiceForm } from '../forms.tsx';
import { PersonLink } from '../PersonLink.tsx';
import { Quote } from '../Quote.tsx';
import { isChatMessage } from '../removable.ts';
import { UnsentReason } from '../UnsentReason.tsx';
import { useLook } from '../view-reason.ts';
import { choicesOf } from './case-choices.ts';
import { questionOf, submitWords } from './case-words.ts';

export type AccountCaseProps = { found: DeskCase; now: Instant };

/**
 * A case about somebody: a report, an appeal, or a proposal about an account. Its title is the question to decide; what it is about is at
 * the left, and the decision beside it. docs/product/desk.md#screens
 */
export function AccountCase({ found, now }: AccountCaseProps) {
  const { id, harm, proposal } = found;
  const title = questionOf(found);
  const own = useOwnProposal(found);
  const isSecond = found.obstacle === null && !own && (isProposal(found) || proposal !== null);
  return (
    <DeskFrame
      title={title}
      heading="content"
      width="full"
      back={listPath()}
      item={{ type: 'CASE', id }}
      isDanger={harm === 3}
    >
      <CaseLayout
        title={title}
        meta={metaWords(found, now)}
        chip={
          harm > 1 && (
            <Chip tone={harm === 3 ? 'due' : 'held'} icon={Flag}>
              {HARM_WORDS[harm as 2 | 3]}
            </Chip>
          )
        }
        decideNote={own ? 'Waiting' : isSecond ? 'You are the second person' : undefined}
        decision={(onBack) => <Decision found={found} onBack={onBack} now={now} />}
      >
        {/* Why something was proposed stands beside the decision. */}
        {found.text && !isProposal(found) && (
          <Quote about={`${nameOf(found.openedBy)} writes`}>{found.text}</Quote>
        )}
        <OtherReports found={found} now={now} />
        {found.statement && <AppealedStatement statement={found.statement} now={now} />}
        <Quotes found={found} now={now} />
        <CaseFacts found={found} now={now} />
        <CaseNotes found={found} now={now} />
      </CaseLayout>
    </DeskFrame>
  );
}

const nameOf = (person: DeskCase['about']) => person?.fullName ?? 'An account that’s gone';

/** `Report: pretending to be someone else · by Ana Marković, Sun, Nov 29, 11:19 AM`. */
function metaWords({ kind, reason, openedBy, openedAt }: DeskCase, now: Instant): string {
  const who = `${nameOf(openedBy)}, ${momentWords(openedAt, now)}`;
  return isProposal({ kind })
    ? `Proposed by ${who}`
    : `${KIND_WORDS[kind]}: ${reasonWords(reason)} · by ${who}`;
}

/** What others wrote who reported the same: one decision is about all of them. */
function OtherReports({ found: { others }, now }: AccountCaseProps) {
  if (others.length === 0) return null;
  return (
    <section aria-label="Others who reported it" className="grid gap-3">
      <h2 className="font-serif text-xl">
        {plural(others.length, {
          one: 'And one other reported it',
          other: 'And # others reported it',
        })}
      </h2>
      {others.map(({ by, at, reason, text }) => (
        <Quote key={`${at} ${by?.id}`} about={`${by?.fullName ?? 'Gone'}, ${momentWords(at, now)}`}>
          {text || reasonWords(reason)}
        </Quote>
      ))}
    </section>
  );
}

function CaseFacts({ found, now }: AccountCaseProps) {
  const { subject, openedAt, openedBy, about, openedByRecord, aboutRecord } = found;
  const conversationId = conversationOf(found);
  const words = isChatMessage(found) ? 'a chat message' : SUBJECT_WORDS[subject.type];
  return (
    <Facts
      facts={[
        ['About', personWords(about, aboutRecord)],
        ...(openedBy && openedBy.id === about?.id
          ? []
          : ([['From', personWords(openedBy, openedByRecord)]] as const)),
        [
          'It’s about',
          isProposal(found) ? null : conversationId ? (
            <TextLink key="subject" to={paths.deskConversation(conversationId)}>
              {words}
            </TextLink>
          ) : (
            words
          ),
        ],
        ['Opened', `${momentWords(openedAt, now)}, ${ageWords(openedAt, now)} ago`],
      ]}
    />
  );
}

/** The conversation whose letter or reply was reported; undefined for everything else. */
function conversationOf({ subject, amount }: DeskCase): string | undefined {
  if (subject.type === 'CONVERSATION') return subject.id;
  return subject.type === 'MESSAGE' && !isChatMessage({ subject, amount })
    ? (subject.within ?? undefined)
    : undefined;
}

function personWords(person: DeskCase['about'], record: DeskCase['aboutRecord']): ReactNode {
  const { reportsBy, reportsAgainst, claimsBy, claimsAgainst, statements, warnings } = record;
  return (
    <>
      <PersonLink person={person} />
      <span className="block text-[0.875rem] text-soft">
        Reports: {reportsBy} made, {reportsAgainst} about them · Claims: {claimsBy} made,{' '}
        {claimsAgainst} about them · Decisions to them: {statements}, warnings: {warnings}
      </span>
    </>
  );
}

type Statement = NonNullable<DeskCase['statement']>;

function AppealedStatement({ statement, now }: { statement: Statement; now: Instant }) {
  const { deed, by, at, facts, rule, reason } = statement;
  return (
    <section aria-label="The decision" className="grid gap-2">
      <h2 className="font-serif text-xl">{STATEMENT_WORDS[deed]}</h2>
      <p className="text-soft">
        {momentWords(at, now)}
        {rule && ` · ${reasonWords(rule)}`}
        {by && ` · decided by ${by.fullName}`}
      </p>
      <Quote about="What they read">{facts}</Quote>
      <Quote about="The reason">{reason}</Quote>
    </section>
  );
}

/** What was reported, once it was opened. The case is the reason, and the look is logged. */
function Quotes({ found, now }: AccountCaseProps) {
  const { id: caseId, kind, harm, quoteCount } = found;
  const [openedAt, setOpenedAt] = useState<Instant>();
  const { seen, look, isLooking, error } = useLook(viewDeskCase, { caseId });
  // What an appeal quotes is the decision, which is there.
  if (kind === 'APPEAL' || (quoteCount === 0 && harm < 3)) return null;
  const open = async (reason: string) => {
    const isShown = await look(reason);
    if (isShown) setOpenedAt(serverNow());
    return isShown;
  };
  return (
    <section aria-label="What was reported" className="grid gap-4">
      <OpenTexts
        what="What was reported is private"
        action="Show what was reported"
        reason="To decide this report"
        openedAt={seen?.quotes ? (openedAt ?? now) : undefined}
        onOpen={open}
        busy={isLooking}
        error={error}
      />
      {seen?.quotes?.map(({ by, at, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: quotes have no id and never change
        <Quote key={index} about={`${by?.fullName ?? 'Gone'}, ${momentWords(at, now)}`}>
          {text}
        </Quote>
      ))}
    </section>
  );
}

/** The deeds that may be proposed. */
const DEED_WORDS: Record<ReportDeed | CareDeed, string> = {
  CARE_WRITTEN: 'to write to them, with help lines',
  EMERGENCY_ASKED: 'to ask emergency services to look after them',
  WARNED: 'to warn the person',
  CONTENT_REMOVED: 'to remove the content',
  ACCOUNT_BLOCKED: 'to block the account',
};

/** What was proposed in a case. */
function proposedWords({
  deed,
  outcome,
}: Pick<NonNullable<DeskCase['proposal']>, 'deed' | 'outcome'>): string {
  if (deed) return DEED_WORDS[deed];
  return outcome === 'UPHELD' ? 'to agree with it' : 'to reject it';
}

/** What a colleague proposed in this case, and why. */
function Proposed({
  proposal: { by, at, outcome, deed, reason },
  now,
}: {
  proposal: NonNullable<DeskCase['proposal']>;
  now: Instant;
}) {
  return (
    <Banner tone="neutral" icon={Scale} title={`Proposed: ${proposedWords({ outcome, deed })}`}>
      <p>
        {by?.fullName ?? 'An account that’s gone'}, {momentWords(at, now)}. It’s done once a second
        person decides the same.
      </p>
      <p className="mt-2">{reason}</p>
    </Banner>
  );
}

/** The form, or why the viewer does not decide: it is not theirs, or they proposed it. */
function Decision({ found, onBack, now }: AccountCaseProps & { onBack: () => void }) {
  const { id: caseId, kind, obstacle, proposal } = found;
  const own = useOwnProposal(found);
  const draftId = `case_${caseId}`;
  if (own)
    return (
      <>
        <OwnProposal
          found={found}
          proposal={own}
          {...(proposal && { what: proposedWords(proposal) })}
          now={now}
        />
        <UnsentReason id={draftId} />
      </>
    );
  if (obstacle !== null)
    return (
      <>
        <p className="text-soft">{obstacle}</p>
        <UnsentReason id={draftId} />
      </>
    );
  const whole = isProposal(found) ? proposalIn(found) : undefined;
  return (
    <>
      {whole && <ProposedNote proposal={whole} now={now} />}
      {proposal && <Proposed proposal={proposal} now={now} />}
      <ChoiceForm
        id={draftId}
        submit={submitWords(kind)}
        choices={choicesOf(found)}
        proposedReason={proposalIn(found)?.reason}
        reasonHint={kind === 'REPORT' ? 'Don’t name who reported it.' : undefined}
        onBack={onBack}
        send={(values: object, options) =>
          call(decideCase, { caseId, ...values } as never, options)
        }
      />
    </>
  );
}
