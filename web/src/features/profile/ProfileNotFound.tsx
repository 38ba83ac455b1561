import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/* Spec part 1, section 2: the same words for an address nobody has and for /profile-not-found. */
export function ProfileNotFound() {
  return (
    <NothingHere title="User Not Found" wayOut={{ words: 'Return to Login', to: paths.login() }}>
      The account you are looking for wasn't found. Please check the URL and try again.
    </NothingHere>
  );
}

export { ProfileNotFound as Component };
