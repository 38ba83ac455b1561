import { paths } from '../paths.ts';
import { NothingHere } from './NothingHere.tsx';

/** The screen for a conversation that the user does not have. `back`: the list it would be in. */
export function MessageNotFound({ back }: { back?: string }) {
  return (
    <NothingHere
      title="Letter not found"
      wayOut={{ words: 'Sign In', to: paths.login() }}
      back={back}
    >
      There’s no such letter in your account. Please check the address and try again.
    </NothingHere>
  );
}
