import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewDeskCase, viewDeskConversation } from '#shared/api/desk.ts';
import { plural } from '#shared/messages/plural.ts';
import { formatMoney } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { serverNow } from '#web/api/clock.ts';
import { query } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { CaseLayout } from '../CaseLayout.tsx';
import { CaseNotes } from '../CaseNotes.tsx';
import { ConversationTimeline } from '../ConversationTimeline.tsx';
import { DeskFrame } from '../DeskPage.tsx';
import { listPath } from '../desk-list.ts';
import type { DeskCase } from '../desk-words.ts';
import { UnsentReason } from '../UnsentReason.tsx';
import { useLook } from '../view-reason.ts';
import { type DeskLetter, namesOf, titleOf } from './claim-words.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import { OpenTexts } from './OpenTexts.tsx';
import { OwnProposal, ProposedNote, proposalIn, useOwnProposal } from './SecondPerson.tsx';
import { Sides } from './Sides.tsx';

export type LetterCaseProps = { found: DeskCase; letter: DeskLetter; now: Instant };

/**
 * A case about the money of a letter, on one screen: its title is the question to decide; both sides, and beside them the decision.
 * On a phone the decision is the next step. docs/product/desk.md#claims
 */
export function LetterCase({ found, letter, now }: LetterCaseProps) {
  const own = useOwnProposal(found);
  const proposal = proposalIn(found);
  const [openedAt, setOpenedAt] = useState<Instant>();
  const { seen, look, isLooking, error } = useLook(viewDeskCase, { caseId: found.id });
  const content = seen?.written ?? undefined;
  const title = titleOf(found, letter);
  const open = async (reason: string) => {
    const isShown = await look(reason);
    if (isShown) setOpenedAt(serverNow());
    return isShown;
  };
  const opening = (
    <OpenTexts
      reason={found.kind === 'CLAIM' ? 'To decide this claim' : 'To decide this refund'}
      openedAt={content ? (openedAt ?? now) : undefined}
      onOpen={open}
      busy={isLooking}
      error={error}
    />
  );
  return (
    <DeskFrame
      title={title}
      heading="content"
      width="full"
      back={listPath()}
      item={{ type: 'CASE', id: found.id }}
    >
      <CaseLayout
        title={title}
        meta={metaWords(found, letter, now)}
        decideWords={proposal ? title : 'Decide'}
        decideNote={own ? 'Waiting' : noteWords(found, letter)}
        decision={(onBack) => <Panel found={found} letter={letter} onBack={onBack} now={now} />}
      >
        <Sides found={found} letter={letter} content={content} opening={opening} now={now} />
        <Record found={found} letter={letter} now={now} />
      </CaseLayout>
    </DeskFrame>
  );
}

type PanelProps = LetterCaseProps & { onBack: () => void };

/** The decision, or why the viewer does not make it: it is not theirs, or they proposed it. */
function Panel({ found, letter, onBack, now }: PanelProps) {
  const own = useOwnProposal(found);
  const proposal = proposalIn(found);
  const draftId = `case_${found.id}`;
  return (
    <>
      {own ? (
        <>
          <OwnProposal found={found} proposal={own} now={now} />
          <UnsentReason id={draftId} />
        </>
      ) : found.obstacle !== null ? (
        <>
          <p className="text-soft">{found.obstacle}</p>
          <UnsentReason id={draftId} />
        </>
      ) : (
        <>
          {proposal && <ProposedNote proposal={proposal} now={now} />}
          <DecisionPanel
            found={found}
            letter={letter}
            draftId={draftId}
            onBack={onBack}
            now={now}
          />
        </>
      )}
    </>
  );
}

/** Whether the viewer decides alone, beside the heading; undefined for somebody who may not decide. */
function noteWords(found: DeskCase, { alone }: DeskLetter): string | undefined {
  if (found.obstacle !== null) return undefined;
  if (proposalIn(found)) return 'You are the second person';
  return found.proposed.UPHELD === undefined
    ? `You alone, up to ${formatMoney(alone)}`
    : `Above ${formatMoney(alone)}: a second person agrees`;
}

/** `$20.00 · claim by Priya, Fri, Nov 27, 9:07 PM · contested by Ravi, Sat, Nov 28, 11:31 AM`. */
function metaWords(
  { openedBy, openedAt, kind }: DeskCase,
  letter: DeskLetter,
  now: Instant,
): string {
  const { sender } = namesOf(letter);
  const { claim, price } = letter;
  if (kind !== 'CLAIM' || !claim)
    return `${formatMoney(price)} · proposed by ${openedBy?.fullName ?? 'someone'}, ${deadlineWords(openedAt, now)}`;
  const { contest } = claim;
  const isContested = contest?.by.id === letter.recipient.id;
  const at = contest ? deadlineWords(contest.at, now) : '';
  return [
    formatMoney(price),
    `claim by ${sender}, ${deadlineWords(claim.at, now)}`,
    ...(contest
      ? [
          isContested
            ? `contested by ${namesOf(letter).recipient}, ${at}`
            : `brought to us by ${sender}, ${at}`,
        ]
      : []),
  ].join(' · ');
}

/**
 * What happened with the letter and its money, without anything that was written, and the notes of staff. It is open if there are notes.
 */
export function Record({ found, letter, now }: LetterCaseProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={found.notes.length > 0 || undefined}
      className="rounded-card border border-rule bg-card px-5 py-2"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 content-center font-semibold">
        Timeline, ledger and notes{' '}
        <span className="font-normal text-soft">
          · {found.notes.length === 0 ? 'no notes' : plural(found.notes.length, NOTES)}
        </span>
      </summary>
      {isOpen && (
        <div className="grid gap-6 pb-3">
          <CaseNotes found={found} now={now} />
          <RecordContent conversationId={letter.id} now={now} />
        </div>
      )}
    </details>
  );
}

const NOTES = { one: '# note', other: '# notes' };

function RecordContent({ conversationId, now }: { conversationId: string; now: Instant }) {
  const found = useQuery(query(viewDeskConversation, { conversationId }));
  return (
    <QueryContent query={{ ...found, data: found.data?.data[0] }}>
      {(conversation) => (
        <div className="grid gap-4 pb-3">
          <ConversationTimeline found={conversation} now={now} />
          <p>
            <TextLink to={paths.deskConversation(conversationId)}>Open the conversation</TextLink>
          </p>
        </div>
      )}
    </QueryContent>
  );
}
