import { useQuery } from '@tanstack/react-query';
import { Flag, Scale } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { decideCase, viewDeskCase } from '#shared/api/desk.ts';
import { plural } from '#shared/messages/plural.ts';
import { formatMoney } from '#shared/money.ts';
import { type CareDeed, isCareCase } from '#shared/rules/desk/care.ts';
import { isProposal } from '#shared/rules/desk/cases.ts';
import type { DecisionKind } from '#shared/rules/desk/decision-readers.ts';
import { REPORT_DEEDS, type ReportDeed } from '#shared/rules/desk/decisions.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { query } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { momentWords } from '#web/shell/dates.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { CaseNotes } from '../CaseNotes.tsx';
import { proposerOf } from '../claims/SecondPerson.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { listPath } from '../desk-list.ts';
import { caseQueries } from '../desk-queries.ts';
import {
  ageWords,
  type DeskCase,
  HARM_WORDS,
  KIND_WORDS,
  REPORT_ACTION_WORDS,
  reasonWords,
  STATEMENT_WORDS,
  SUBJECT_WORDS,
} from '../desk-words.ts';
import { Facts } from '../Facts.tsx';
import { StaffActionForm, ViewReasonForm } from '../forms.tsx';
import { PersonLink } from '../PersonLink.tsx';
import { Quote } from '../Quote.tsx';
import { removableIn } from '../removable.ts';
import { useLook } from '../view-reason.ts';

/* A case has one of these screens, by its kind and its state. */
const CareCase = lazyPart(async () => (await import('../care/CareCase.tsx')).CareCase, waiting);
const DecidedCase = lazyPart(
  async () => (await import('../claims/DecidedCase.tsx')).DecidedCase,
  waiting,
);
const LetterCase = lazyPart(
  async () => (await import('../claims/LetterCase.tsx')).LetterCase,
  waiting,
);

export const loader = queryLoader(caseQueries, staffGate);

/* `/desk/case/{caseId}`: a case, and its decision. docs/product/desk.md#decisions */
export function Component() {
  return (
    <StaffOnly>
      <CaseScreen />
    </StaffOnly>
  );
}

function CaseScreen() {
  const caseId = usePathParameter('caseId');
  const one = useQuery(query(viewDeskCase, { caseId }));
  return (
    <DeskPage title="Case" back={paths.desk()} query={{ ...one, data: one.data?.data[0] }}>
      {(found) => <Case found={found} />}
    </DeskPage>
  );
}

/** What is shown until the code of a case's screen has arrived. */
function waiting() {
  return (
    <DeskFrame title="Case" back={listPath()}>
      <LetterSkeleton />
    </DeskFrame>
  );
}

type CaseProps = { found: DeskCase };

function Case({ found }: CaseProps) {
  const now = useNow();
  const { id, kind, reason, harm, letter, decision } = found;
  const [isOther, setOther] = useState(false);
  if (isCareCase(found) && !isOther && (!decision || decision.deed === 'EMERGENCY_ASKED'))
    return <CareCase found={found} now={now} onOther={() => setOther(true)} />;
  if (decision) return <DecidedCase found={found} now={now} />;
  if (letter) return <LetterCase found={found} letter={letter} now={now} />;
  return (
    <DeskFrame
      title={`${KIND_WORDS[kind]}: ${reasonWords(reason)}`}
      back={listPath()}
      item={{ type: 'CASE', id }}
      isDanger={harm === 3}
    >
      {harm > 1 && (
        <div>
          <Chip tone={harm === 3 ? 'due' : 'held'} icon={Flag}>
            {HARM_WORDS[harm as 2 | 3]}
          </Chip>
        </div>
      )}
      <div className="grid gap-6 wide:grid-cols-2 wide:items-start">
        <div className="grid gap-6">
          <CaseFacts found={found} now={now} />
          {found.text && <Quote about="What they wrote">{found.text}</Quote>}
          <OtherReports found={found} now={now} />
          {found.statement && <AppealedStatement statement={found.statement} now={now} />}
          <Quotes found={found} now={now} />
        </div>
        <div className="grid gap-6">
          {found.proposal && <Proposed proposal={found.proposal} now={now} />}
          <Decision found={found} />
          <CaseNotes found={found} now={now} />
        </div>
      </div>
    </DeskFrame>
  );
}

/** What others wrote who reported the same: one decision is about all of them. */
function OtherReports({ found: { others }, now }: CaseProps & { now: Instant }) {
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

function CaseFacts({ found, now }: { found: DeskCase; now: Instant }) {
  const { subject, amount, part, openedAt, openedBy, about, openedByRecord, aboutRecord } = found;
  const conversationId =
    subject.type === 'CONVERSATION'
      ? subject.id
      : subject.type === 'MESSAGE' && subject.within
        ? subject.within
        : undefined;
  return (
    <Facts
      facts={[
        ['About', personWords(about, aboutRecord)],
        ...(openedBy && openedBy.id === about?.id
          ? []
          : ([['From', personWords(openedBy, openedByRecord)]] as const)),
        [
          'It’s about',
          conversationId ? (
            <TextLink key="subject" to={paths.deskConversation(conversationId)}>
              {SUBJECT_WORDS[subject.type]}
            </TextLink>
          ) : (
            SUBJECT_WORDS[subject.type]
          ),
        ],
        ['Part', part === null ? null : formatMoney(part)],
        ['Price', amount === null ? null : formatMoney(amount)],
        ['Opened', `${momentWords(openedAt, now)}, ${ageWords(openedAt, now)} ago`],
      ]}
    />
  );
}

function personWords(person: DeskCase['about'], record: DeskCase['aboutRecord']): ReactNode {
  const { reportsBy, reportsAgainst, claimsBy, claimsAgainst, statements } = record;
  return (
    <>
      <PersonLink person={person} />
      <span className="block text-[0.875rem] text-soft">
        Reports: {reportsBy} made, {reportsAgainst} about them · Claims: {claimsBy} made,{' '}
        {claimsAgainst} about them · Statements: {statements}
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

function Quotes({ found, now }: CaseProps & { now: Instant }) {
  const { id: caseId, harm, quoteCount } = found;
  const { seen, look, isLooking, error } = useLook(viewDeskCase, { caseId });
  if (quoteCount === 0 && harm < 3) return null;
  if (!seen?.quotes)
    return (
      <ViewReasonForm
        what="what was reported"
        about={caseId}
        onReason={look}
        loading={isLooking}
        error={error}
      />
    );
  return (
    <section aria-label="What was reported" className="grid gap-4">
      <h2 data-new-state className="font-serif text-xl">
        What was reported
      </h2>
      {seen.quotes.map(({ by, at, text }, index) => (
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
  CARE_WRITTEN: 'They were written to, with help lines',
  EMERGENCY_ASKED: 'Emergency services were asked to look after them',
  WARNED: REPORT_ACTION_WORDS.WARNED.label,
  CONTENT_REMOVED: REPORT_ACTION_WORDS.CONTENT_REMOVED.label,
  ACCOUNT_BLOCKED: REPORT_ACTION_WORDS.ACCOUNT_BLOCKED.label,
};

/** What a colleague proposed in this case, and why. */
function Proposed({
  proposal: { by, at, outcome, deed, reason },
  now,
}: {
  proposal: NonNullable<DeskCase['proposal']>;
  now: Instant;
}) {
  const what = deed ? DEED_WORDS[deed] : outcome === 'UPHELD' ? 'uphold' : 'reject';
  return (
    <Banner tone="neutral" icon={Scale} title={`Proposed: ${what.toLowerCase()}`}>
      <p>
        {by?.fullName ?? 'An account that’s gone'}, {momentWords(at, now)}. It’s done once a second
        person decides the same.
      </p>
      <p className="mt-2">{reason}</p>
    </Banner>
  );
}

const OUTCOMES: Record<DeskCase['kind'], readonly [uphold: string, reject: string]> = {
  REPORT: ['The report is right', 'No rule is broken'],
  APPEAL: ['Grant the appeal', 'The decision stands'],
  CLAIM: ['Give the sender the money back', 'The answer stands'],
  REFUND: ['Carry out the proposal', 'Reject the proposal'],
  BLOCK: ['Carry out the proposal', 'Reject the proposal'],
};

const REPORT_KINDS: Record<ReportDeed, DecisionKind> = {
  WARNED: 'REPORT_WARNED',
  CONTENT_REMOVED: 'REPORT_REMOVED',
  ACCOUNT_BLOCKED: 'REPORT_BLOCKED',
};

/** What a proposal becomes, by its reason. */
const PROPOSED: Readonly<Record<string, DecisionKind>> = {
  REFUND_RECIPIENT: 'REFUND_BY_RECIPIENT',
  REVIEW_REFUND: 'REVIEW_REFUNDED',
  REVIEW_KEEP: 'REVIEW_KEPT',
  PAYOUT_RELEASE: 'PAYOUT_RELEASED',
  BLOCK: 'ACCOUNT_BLOCKED',
  UNBLOCK: 'ACCOUNT_UNBLOCKED',
};

/** The decisions that a choice may become: of what is not chosen yet, all. */
export function decisionKindsOf(
  { kind, reason, part }: Pick<DeskCase, 'kind' | 'reason' | 'part'>,
  { outcome, deed }: Readonly<Record<string, string>>,
): readonly DecisionKind[] {
  const upheld = {
    REPORT: deed ? [REPORT_KINDS[deed as ReportDeed]] : Object.values(REPORT_KINDS),
    APPEAL: ['APPEAL_GRANTED'],
    CLAIM: ['CLAIM_UPHELD'],
    REFUND: [part !== null ? 'REFUND_IN_PART' : (PROPOSED[reason] ?? 'REFUND_BY_PLATFORM')],
    BLOCK: [PROPOSED[reason] ?? 'ACCOUNT_BLOCKED'],
  } as const satisfies Record<DeskCase['kind'], readonly DecisionKind[]>;
  const rejected = {
    REPORT: 'REPORT_REJECTED',
    APPEAL: 'APPEAL_REJECTED',
    CLAIM: 'CLAIM_REJECTED',
    REFUND: 'REFUND_REJECTED',
    BLOCK: 'REFUND_REJECTED',
  } as const satisfies Record<DeskCase['kind'], DecisionKind>;
  if (outcome === 'UPHELD') return upheld[kind];
  return outcome === 'REJECTED' ? [rejected[kind]] : [...upheld[kind], rejected[kind]];
}

/**
 * Says who reads the reason of a second person who agrees: the people concerned read that of the proposal. Undefined for all other
 * decisions.
 */
export function checkedWords(
  found: Pick<DeskCase, 'kind' | 'openedBy' | 'proposal'>,
  { outcome, deed }: Readonly<Record<string, string>>,
): string | undefined {
  const { proposal } = found;
  const agrees = isProposal(found)
    ? outcome === 'UPHELD'
    : proposal?.outcome === outcome && (proposal?.deed ?? '') === (deed ?? '');
  if (!agrees) return undefined;
  const proposer = proposerOf(found);
  const name = proposer ? firstName(proposer.fullName) : 'The proposer';
  return `${name} and the audit read it. The people concerned read the reason of the proposal.`;
}

const decisionId = ({ id }: DeskCase) => `case_${id}`;

function Decision({ found }: { found: DeskCase }) {
  const { id: caseId, kind, obstacle, subject, refused, consequences, proposed } = found;
  const ruled = (option: { value: string; label: string; hint?: string }) => ({
    ...option,
    ...(consequences[option.value] && { hint: consequences[option.value] }),
    refused: refused[option.value],
  });
  const [upheld, rejected] = OUTCOMES[kind];
  const outcome = {
    name: 'outcome',
    label: 'Decision',
    options: [
      { value: 'UPHELD', label: upheld },
      { value: 'REJECTED', label: rejected },
    ].map(ruled),
  };
  const removable = removableIn(subject);
  const reportChoices = [
    {
      name: 'deed',
      label: 'What is done',
      options: REPORT_DEEDS.map((value) => ruled({ value, ...REPORT_ACTION_WORDS[value] })),
      when: ({ outcome: chosen }: Readonly<Record<string, string>>) => chosen === 'UPHELD',
    },
    {
      name: 'remove',
      label: 'What is removed',
      options: removable.map(ruled),
      when: ({ outcome: chosen, deed }: Readonly<Record<string, string>>) =>
        chosen === 'UPHELD' && deed === 'CONTENT_REMOVED',
    },
  ];
  return (
    <StaffActionForm
      id={decisionId(found)}
      title="Decide"
      submit="Decide"
      variant={kind === 'REFUND' ? 'money' : 'primary'}
      obstacle={obstacle}
      decisions={(chosen) => decisionKindsOf(found, chosen)}
      readers={(chosen) => checkedWords(found, chosen)}
      proposal={({ outcome: chosen = '', deed = '' }) =>
        proposed[chosen] ?? (chosen === 'UPHELD' ? proposed[deed] : undefined)
      }
      choices={kind === 'REPORT' ? [outcome, ...reportChoices] : [outcome]}
      send={(values: object, options) => call(decideCase, { caseId, ...values } as never, options)}
    />
  );
}
