import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewDeskCase } from '#shared/api/desk.ts';
import { isCareCase } from '#shared/rules/desk/care.ts';
import { query } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { listPath } from '../desk-list.ts';
import { caseQueries } from '../desk-queries.ts';
import type { DeskCase } from '../desk-words.ts';

/* A case has one of these screens, by its kind and its state. */
const CareCase = lazyPart(async () => (await import('../care/CareCase.tsx')).CareCase, waiting);
const DecidedCase = lazyPart(
  async () => (await import('../claims/DecidedCase.tsx')).DecidedCase,
  waiting,
);
const AccountCase = lazyPart(
  async () => (await import('../cases/AccountCase.tsx')).AccountCase,
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
  const { letter, decision } = found;
  const [isOther, setOther] = useState(false);
  if (isCareCase(found) && !isOther && (!decision || decision.deed === 'EMERGENCY_ASKED'))
    return <CareCase found={found} now={now} onOther={() => setOther(true)} />;
  if (decision) return <DecidedCase found={found} now={now} />;
  if (letter) return <LetterCase found={found} letter={letter} now={now} />;
  return <AccountCase found={found} now={now} />;
}
