import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/** The screen for a link that the user does not have. */
export function LinkNotFound() {
  return (
    <NothingHere
      title="Link not found"
      wayOut={{ words: 'Sign In', to: paths.login() }}
      back={paths.userLinks()}
    >
      This link no longer exists.
    </NothingHere>
  );
}
