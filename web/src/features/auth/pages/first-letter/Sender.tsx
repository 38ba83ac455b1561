import { useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { type Address, queryLoader } from '#web/api/screen-loader.ts';
import { useSession } from '#web/api/session.ts';
import { readVisitorLetter } from '#web/features/conversations/drafts/visitor-letter.ts';
import { unavailableReason } from '#web/features/conversations/recipient.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { registrationInProgress, waitingRegistration } from '../../flow-state.ts';
import { type Registered, SENDER_TITLE, SenderForm } from './SenderForm.tsx';
import { SenderVerification } from './SenderVerification.tsx';

const queries = ({ params: { userId = '' } }: Pick<Address, 'params'>) => ({
  profile: query(viewUserProfile, { id: userId }),
});

export const loader = queryLoader(queries);

/**
 * `/first-letter/{userId}/you`: who the letter is from, then the code of the text message in the same screen. The account is complete
 * with the code, and the payment follows. docs/product/auth.md#a-first-letter
 */
export function Component() {
  const userId = usePathParameter('userId');
  const tierId = useSearchParams()[0].get('tier') ?? undefined;
  const profile = useEntity(queries({ params: { userId } }).profile);
  const session = useSession();
  /** Whether this tab has just signed in and leads on by itself. */
  const isFinishing = useRef(false);
  const [registered, setRegistered] = useState<Registered | undefined>(() => {
    const waiting = waitingRegistration();
    return waiting?.asSender && { ...waiting, asSender: waiting.asSender };
  });
  const [letter] = useState(() => readVisitorLetter(userId)?.words);
  const back = paths.firstLetter(userId, tierId);
  if (session && !isFinishing.current)
    return <Navigate to={paths.createInbox(userId, tierId)} replace />;
  if (!letter) return <Navigate to={back} replace />;
  const startAgain = () => {
    registrationInProgress.forget();
    setRegistered(undefined);
  };
  return (
    <QueryPage
      title={SENDER_TITLE}
      back={back}
      query={profile}
      // What was written is shown there.
      missing={<Navigate to={back} replace />}
    >
      {(recipient) => {
        const way = { recipient, letter, tierId, back };
        // Nobody registers for a letter that cannot be sent; the page before says why.
        if (!registered && unavailableReason(recipient, '')) return <Navigate to={back} replace />;
        return registered ? (
          <SenderVerification
            {...way}
            registered={registered}
            onChange={setRegistered}
            onStartAgain={startAgain}
            onConfirmed={() => {
              isFinishing.current = true;
            }}
          />
        ) : (
          <SenderForm {...way} onRegistered={setRegistered} />
        );
      }}
    </QueryPage>
  );
}
