import { useState } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { CODE_TIME, phoneChange } from '../../credentials/kept.ts';
import { ConfirmNewNumber } from './ConfirmNewNumber.tsx';
import { NewNumber } from './NewNumber.tsx';
import { PendingNumber } from './PendingNumber.tsx';

type Sent = { readonly phoneNumber: string; readonly sentAt: number };

/*
 * Another phone number in two steps: the number, then the code that was texted to it, with the password and what the old
 * number has to say (spec part 1, section 4). Whoever looks for the code in another app and comes back to a fresh page
 * finds the second step, while the code is good. A change that waits is shown first, with the way to stop it.
 */
export function Component() {
  const { nextPhoneNumber } = useCurrentUser();
  const [sent, setSent] = useState(stillGood);
  const [typed, setTyped] = useState('');
  const [another, setAnother] = useState(false);
  const onSent = (phoneNumber: string) => {
    const now = { phoneNumber, sentAt: Date.now() };
    phoneChange.keep(now);
    setSent(now);
  };
  if (!sent && nextPhoneNumber && !another)
    return (
      <PendingNumber next={nextPhoneNumber} onSent={onSent} onAnother={() => setAnother(true)} />
    );
  if (!sent) return <NewNumber typed={typed} onSent={onSent} />;
  return (
    <ConfirmNewNumber
      {...sent}
      onAnotherNumber={() => {
        phoneChange.forget();
        setTyped(sent.phoneNumber);
        setAnother(true);
        setSent(undefined);
      }}
    />
  );
}

function stillGood(): Sent | undefined {
  const kept = phoneChange.read();
  return kept && Date.now() < kept.sentAt + CODE_TIME ? kept : undefined;
}
