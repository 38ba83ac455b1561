import { paths } from '../../paths.ts';
import { TextLink } from '../../shell/TextLink.tsx';

export type WaitingProposalProps = {
  /** Who proposed it, and who can decide it. */
  sentence: string;
  /** The case of the proposal; null if something else is in the way. */
  caseId: string | null;
};

/* In place of a form whose action waits for a second person. docs/product/desk.md#second-person */
export function WaitingProposal({ sentence, caseId }: WaitingProposalProps) {
  return (
    <>
      {sentence} {caseId && <TextLink to={paths.deskCase(caseId)}>Open the proposal</TextLink>}
    </>
  );
}
