import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/** The screen for a chat that does not exist or that the user is not in. */
export function ChatNotFound() {
  return (
    <NothingHere
      title="Chat not found"
      wayOut={{ words: 'Sign In', to: paths.login() }}
      back={paths.chat()}
    >
      This chat no longer exists, or you aren’t in it.
    </NothingHere>
  );
}
