import { useCurrentUser } from '../../api/current-user.ts';

/** The username of the user, hidden: password managers find the password of a form by it. */
export function OwnUsername() {
  const { username } = useCurrentUser();
  return <input type="text" autoComplete="username" value={username} readOnly hidden />;
}
