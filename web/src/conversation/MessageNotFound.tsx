import { paths } from '../paths.ts';
import { NothingHere } from '../shell/NothingHere.tsx';

/** The screen of an address that leads to no conversation of the person. `back`: the list it would be in. */
export function MessageNotFound({ back }: { back?: string }) {
  return (
    <NothingHere
      title="Message not found"
      wayOut={{ words: 'Sign In', to: paths.login() }}
      back={back}
    >
      This address leads to no message of yours. Please check it and try again.
    </NothingHere>
  );
}
