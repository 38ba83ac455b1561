/* Signing in and out from the pages below /_local. It is plain JavaScript and not compiled. */

/** Calls a control endpoint. Throws an error with its sentence. */
export async function ask(path, fields) {
  const response = await fetch(
    `/_local/${path}`,
    fields && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    },
  );
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? 'That did not work.');
  return answer;
}

/** Forgets everything that the app has stored in this browser for another person. */
export function clearStorage() {
  localStorage.clear();
  sessionStorage.clear();
}

/** Signs this browser in as a person, and opens a screen of theirs. */
export async function enterAs(username, path) {
  const { session } = await ask('sign-in', { username });
  clearStorage();
  // What the app stores at a sign-in: who it is. The refresh cookie is set by the answer.
  localStorage.setItem('session', JSON.stringify(session));
  location.assign(path);
}

/** Signs this browser out, and opens a screen as a stranger sees it. */
export async function enterAsStranger(path) {
  await ask('sign-out', {});
  clearStorage();
  location.assign(path);
}
