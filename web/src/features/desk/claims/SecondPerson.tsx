import { withdrawProposal } from '#shared/api/desk.ts';
import { isProposal } from '#shared/rules/desk/cases.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { refreshDesk } from '../desk-queries.ts';
import type { DeskCase } from '../desk-words.ts';

/*
 * The state of a decision that needs a second person: who proposed it and why, for whoever proposed it and for whoever decides.
 * docs/product/desk.md#second-person
 */

type Proposal = {
  readonly by: DeskCase['openedBy'];
  readonly at: Instant;
  readonly reason: string;
};

/** What a colleague proposed in an open case; undefined without a proposal. */
export function proposalIn(found: DeskCase): Proposal | undefined {
  const { proposal, openedBy, openedAt, text } = found;
  if (isProposal(found)) return { by: openedBy, at: openedAt, reason: text };
  return proposal ?? undefined;
}

/** Who proposed the decision of a case; undefined without a proposal, and once the account is gone. */
export const proposerOf = (found: Pick<DeskCase, 'kind' | 'openedBy' | 'proposal'>) =>
  (isProposal(found) ? found.openedBy : found.proposal?.by) ?? undefined;

/** What is proposed, where the screen does not say it: "to ask emergency services". `stays`: that nothing was done yet. */
type Proposing = { what?: string; stays?: string };
const NOTHING_MOVED = 'Nothing has moved, and no one was notified.';

export type ProposedNoteProps = Proposing & { proposal: Proposal; now: Instant };

/** What a second person reads first: who proposed the decision, and why. */
export function ProposedNote({
  proposal: { by, at, reason },
  what,
  stays = NOTHING_MOVED,
  now,
}: ProposedNoteProps) {
  return (
    <section
      aria-label="The proposal"
      className="grid gap-1 rounded-letter border border-rule border-l-4 border-l-ink bg-card px-4 py-3"
    >
      <h3 className="stamped text-soft-text">
        {by ? `${firstName(by.fullName)} proposed ${what ?? 'this'}` : 'This was proposed'}
      </h3>
      <p>
        {deadlineWords(at, now)}: “{reason}”
      </p>
      <p className="text-soft">{stays}</p>
    </section>
  );
}

export type OwnProposalProps = Proposing & { found: DeskCase; proposal: Proposal; now: Instant };

/** What whoever proposed a decision sees of it until a second person has decided, with the button that withdraws it. */
export function OwnProposal({
  found: { id: caseId },
  proposal,
  what = 'this',
  stays = NOTHING_MOVED,
  now,
}: OwnProposalProps) {
  const withdrawing = useWrite({
    mutationFn: () => call(withdrawProposal, { caseId }),
    onSuccess: ({ data }: { data: { message: string }[] }) => {
      if (data[0]) toast.success(data[0].message);
    },
    onSettled: () => refreshDesk().catch(() => undefined),
  });
  return (
    <div className="grid gap-4">
      <section
        aria-label="Your proposal"
        className="grid gap-1 rounded-letter border border-rule border-l-4 border-l-held bg-card px-4 py-3"
      >
        <h3 className="stamped text-held-text">Waits for a second person</h3>
        <p>
          You proposed {what} {deadlineWords(proposal.at, now)}. Someone else says yes or no; you
          can’t. {stays}
        </p>
      </section>
      <div>
        <h3 className="font-semibold">Your reason</h3>
        <p dir="auto" className="wrap-anywhere font-serif text-lg leading-snug">
          {proposal.reason}
        </p>
      </div>
      {withdrawing.error && (
        <p role="alert" className="font-medium text-red-text">
          {sentenceOf(withdrawing.error) ?? 'It wasn’t withdrawn. Please try again.'}
        </p>
      )}
      <Button variant="quiet" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
        Withdraw the proposal
      </Button>
    </div>
  );
}

/** Whether the viewer made the proposal that waits in a case. */
export function useOwnProposal(found: DeskCase): Proposal | undefined {
  const viewer = useCurrentUser().id;
  const proposal = proposalIn(found);
  return proposal?.by?.id === viewer ? proposal : undefined;
}
