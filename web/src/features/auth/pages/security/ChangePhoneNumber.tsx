import { useState } from 'react';
import { serverNow } from '#web/api/clock.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { phoneChange, withValidCode } from '../../flow-state.ts';
import { ConfirmNewNumber } from './ConfirmNewNumber.tsx';
import { NewNumber } from './NewNumber.tsx';
import { PendingNumber } from './PendingNumber.tsx';

/*
 * Changes the phone number in two steps: the new number; then its code, the password, and a code from the old number or the
 * wait (docs/product/accounts.md#phone-change). After a reload, for example on the way back from the messages app, the second
 * step is shown again while the code is valid. A pending change is shown first, with a button to stop it.
 */
export function Component() {
  const { nextPhoneNumber } = useCurrentUser();
  const [sent, setSent] = useState(() => withValidCode(phoneChange.read()));
  const [typed, setTyped] = useState('');
  const [another, setAnother] = useState(false);
  const onSent = (phoneNumber: string) => {
    const now = { phoneNumber, sentAt: serverNow() };
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
