import { useState } from 'react';
import { CODE_TIME, phoneChange } from '../../credentials/kept.ts';
import { NewNumber } from './NewNumber.tsx';
import { NewNumberCode } from './NewNumberCode.tsx';

type Sent = { readonly phoneNumber: string; readonly sentAt: number };

/*
 * Another phone number in two steps: the number, then the code that was texted to it (spec part 1, section 4). Whoever
 * looks for the code in another app and comes back to a fresh page finds the second step, while the code is good.
 */
export function Component() {
  const [sent, setSent] = useState(stillGood);
  const [typed, setTyped] = useState('');
  if (!sent)
    return (
      <NewNumber
        typed={typed}
        onSent={(phoneNumber) => {
          const now = { phoneNumber, sentAt: Date.now() };
          phoneChange.keep(now);
          setSent(now);
        }}
      />
    );
  return (
    <NewNumberCode
      {...sent}
      onAnotherNumber={() => {
        phoneChange.forget();
        setTyped(sent.phoneNumber);
        setSent(undefined);
      }}
    />
  );
}

function stillGood(): Sent | undefined {
  const kept = phoneChange.read();
  return kept && Date.now() < kept.sentAt + CODE_TIME ? kept : undefined;
}
