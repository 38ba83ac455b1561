import { type Actor, actorOf } from '#lib/local/deeds/actor.ts';
import { responseTo, type Send } from '#lib/local/deeds/calls.ts';
import { type Connection, sendOver } from '#lib/local/deeds/over-http.ts';
import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import { encodeForm } from '#shared/wire.ts';

/* People who call operations over HTTP, as the web app does, and the control plane of the local runtime. */

/** Somebody with a session of a running product. A call whose access token has expired is made again with a new one. */
export type HttpPerson = Actor & {
  readonly username: string;
  /** The access token by now. */
  accessToken(): string;
  /** Refreshes the tokens, which contain the plan and whether the phone number is confirmed. */
  refreshesTokens(): Promise<void>;
};

type Tokens = {
  readonly user_id: string;
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
};

type Known = { readonly username: string; readonly tokens: Tokens; readonly fetch?: Fetch };

/** What somebody enters to register on a plan. */
export type NewAccount = {
  readonly fullName: string;
  readonly username: string;
  readonly phoneNumber: string;
  readonly password: string;
  readonly price: string;
  readonly perMonth: string;
  /** Absent: the free one. */
  readonly plan?: 'FREE' | 'STARTER';
};

/** What sends the requests, in place of `fetch`. */
type Fetch = Connection['fetch'];

/** Somebody without an account at a running product. */
export const visitorOver = (origin: string, fetch?: Fetch): Actor =>
  actorOf('', sendOver(origin, { fetch }));

/** Somebody with these tokens. */
function personOver(origin: string, { username, tokens, fetch }: Known): HttpPerson {
  let { access_token: accessToken, refresh_token: refreshToken } = tokens;
  const send = sendOver(origin, { tokenOf: () => accessToken, fetch });
  const refreshed = async (): Promise<boolean> => {
    const { http, body } = await responseTo(actorOf('', send).refreshes(refreshToken));
    if (http === 200) ({ access_token: accessToken, refresh_token: refreshToken } = body);
    return http === 200;
  };
  const sendAsPerson: Send = async (request) => {
    const response = await send(request);
    const isExpired = response.http === 401 && !request.options.as;
    return isExpired && (await refreshed()) ? send(request) : response;
  };
  return {
    ...actorOf(tokens.user_id, sendAsPerson),
    username,
    accessToken: () => accessToken,
    async refreshesTokens() {
      if (!(await refreshed())) throw new Error(`${username} has no session`);
    },
  };
}

/** Signs in with a password. */
export async function signInOver(
  origin: string,
  username: string,
  password: string,
): Promise<HttpPerson> {
  const tokens = await visitorOver(origin).signsIn(username, { password, json: true });
  return personOver(origin, { username, tokens });
}

/** Signs in with the page below /_local, which also opens the desk for staff. */
export async function enterOver(origin: string, username: string): Promise<HttpPerson> {
  const signedIn = await fetch(`${origin}/_local/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ username }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const headers = { cookie, [REFRESH_COOKIE_HEADER]: 'cookie', origin };
  const tokens = await visitorOver(origin).does('refreshToken', {}, { headers });
  return personOver(origin, { username, tokens });
}

/** Registers, confirms the phone number with the code from the text message, and finishes on a plan. */
export async function registerOver(
  origin: string,
  { price, perMonth, plan = 'FREE', ...form }: NewAccount,
  fetch?: Fetch,
): Promise<HttpPerson> {
  const visitor = visitorOver(origin, fetch);
  const { id } = await visitor.registers(form);
  const { fullName, phoneNumber, username } = form;
  const texts = await readLocal(origin, `/_local/sms?${encodeForm({ phoneNumber })}`, fetch);
  const tokens = await visitor.confirmsNumber({ id }, texts.data[0].code);
  const person = personOver(origin, { username, tokens: { ...tokens, user_id: id }, fetch });
  await (plan === 'FREE'
    ? person.choosesFree({ price, perMonth })
    : person.choosesPaid(plan, { price, perMonth, nameOnCard: fullName }));
  await person.refreshesTokens();
  return person;
}

/** Reads the control plane of the local runtime. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
export const readLocal = async (origin: string, path: string, send: Fetch = fetch): Promise<any> =>
  (await send(`${origin}${path}`, {})).json();
