import { type Actor, actorOf } from '#lib/local/deeds/actor.ts';
import type { CallResponse, Send } from '#lib/local/deeds/calls.ts';
import { operations } from '#shared/api/index.ts';
import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import { encodeForm } from '#shared/wire.ts';

/* People who call operations over HTTP, as the web app does, and the control plane of the local runtime. */

/** Somebody with a session of a running product. */
export type HttpPerson = Actor & {
  /** The access token by now. */
  accessToken(): string;
  /** Refreshes the tokens, which contain the plan and whether the phone number is confirmed. */
  refreshesTokens(): Promise<void>;
};

type Tokens = { readonly access_token: string; readonly refresh_token?: string | undefined };

/** What somebody enters to register on the free plan. */
export type FreeRegistration = {
  readonly fullName: string;
  readonly username: string;
  readonly phoneNumber: string;
  readonly password: string;
  readonly price: string;
  readonly commitment: string;
};

/** Returns what sends calls to a running product. `tokenOf`: returns the access token of the session. */
const sendOver =
  (origin: string, tokenOf: () => string | undefined = () => undefined): Send =>
  async ({ operation, method, input, options }) => {
    const { key, as, headers, json } = options;
    const path: string = operations[operation].path;
    const token = as?.token ?? tokenOf();
    const get = method === 'GET';
    const response = await fetch(`${origin}${path}${get ? `?${encodeForm(input)}` : ''}`, {
      method,
      headers: {
        ...(!get && { 'content-type': json ? JSON_TYPE : 'application/x-www-form-urlencoded' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(!get && { body: json ? JSON.stringify(input) : encodeForm(input) }),
    });
    return responseOf(response);
  };

const JSON_TYPE = 'application/json';

const responseOf = async (response: Response): Promise<CallResponse> => ({
  http: response.status,
  body: await response.json(),
  headers: Object.fromEntries(response.headers),
  cookies: response.headers.getSetCookie(),
});

/** Somebody without an account at a running product. */
export const visitorOver = (origin: string): Actor => actorOf('', sendOver(origin));

/** Somebody with these tokens. `id`: of the account. */
function personOver(origin: string, id: string, tokens: Tokens): HttpPerson {
  let { access_token: accessToken, refresh_token: refreshToken } = tokens;
  const person = actorOf(
    id,
    sendOver(origin, () => accessToken),
  );
  return {
    ...person,
    accessToken: () => accessToken,
    async refreshesTokens() {
      ({ access_token: accessToken, refresh_token: refreshToken } =
        await person.refreshes(refreshToken));
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
  return personOver(origin, tokens.user_id, tokens);
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
  return personOver(origin, tokens.user_id, tokens);
}

/** Registers, confirms the phone number with the code from the text message, and finishes on the free plan. */
export async function registerOver(
  origin: string,
  { price, commitment, ...form }: FreeRegistration,
): Promise<HttpPerson> {
  const visitor = visitorOver(origin);
  const { id } = await visitor.registers(form);
  const { phoneNumber } = form;
  const texts = await readLocal(origin, `/_local/sms?${encodeForm({ phoneNumber })}`);
  const tokens = await visitor.confirmsNumber({ id }, texts.data[0].code);
  const person = personOver(origin, id, tokens);
  await person.choosesFree({ price, perMonth: commitment });
  await person.refreshesTokens();
  return person;
}

/** Returns the price of an answer from a user's profile page. */
export const priceOf = async (caller: Actor, username: string): Promise<number> =>
  (await caller.calls('viewUserProfile', { username })).data[0].paidResponsePrice;

/** Reads the control plane of the local runtime. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
export const readLocal = async (origin: string, path: string): Promise<any> =>
  (await fetch(`${origin}${path}`)).json();
