import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/** The screen of an address that leads to no chat of the person: there is none, or they are not in it. */
export function ChatNotFound() {
  return (
    <NothingHere
      title="Chat not found"
      wayOut={{ words: 'Sign In', to: paths.login() }}
      back={paths.chat()}
    >
      This chat is not there any more, or you are not in it.
    </NothingHere>
  );
}
