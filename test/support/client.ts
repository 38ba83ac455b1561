import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import { encodeForm } from '#shared/wire.ts';

/** An HTTP response of the server. */
export type Reply = {
  readonly http: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
};

/** A user of the HTTP API: calls operations as a browser would, with the user's tokens. */
export class Person {
  accessToken: string | undefined;
  refreshToken: string | undefined;
  userId = '';
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async get(operation: string, query: Record<string, unknown> = {}): Promise<Reply> {
    return this.#send(`/api/${operation}?${encodeForm(query)}`, { method: 'GET' });
  }

  async post(
    operation: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    return this.#send(`/api/${operation}`, {
      method: 'POST',
      body: encodeForm(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  async signIn(username: string, password: string): Promise<Reply> {
    const reply = await this.#send('/authenticate', {
      method: 'POST',
      body: JSON.stringify({ username, password }),
      headers: { 'content-type': 'application/json' },
    });
    this.keep(reply);
    return reply;
  }

  /** Signs in with the page below /_local, which also opens the desk for staff. */
  async enter(username: string): Promise<void> {
    const signedIn = await fetch(`${this.#origin}/_local/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ username }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const headers = { cookie, [REFRESH_COOKIE_HEADER]: 'cookie', origin: this.#origin };
    this.keep(await this.#send('/refreshToken', { method: 'POST', headers }));
  }

  /** Refreshes the tokens, which contain the plan and whether the phone number is confirmed. */
  async refresh(): Promise<Reply> {
    const bearer = this.refreshToken;
    const reply = await this.#send('/refreshToken', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
    });
    this.keep(reply);
    return reply;
  }

  /** Registers, confirms the phone number with the code from the text message, and finishes on the free plan. */
  async register(person: {
    fullName: string;
    username: string;
    phoneNumber: string;
    password: string;
    price: string;
    commitment: string;
  }): Promise<void> {
    const created = await this.post('createUser', person);
    this.userId = created.body.data[0].id;
    const texts = await this.read(`/_local/sms?${encodeForm({ phoneNumber: person.phoneNumber })}`);
    this.keep(
      await this.post('verifyUser', { userId: this.userId, verificationCode: texts.data[0].code }),
    );
    await this.post('saveFreeRegistration', {
      license: 'FREE',
      paidResponsePrice: person.price,
      paidResponseCommitment: person.commitment,
    });
    await this.refresh();
  }

  /** Returns the price of an answer from a user's profile page. */
  async priceOf(username: string): Promise<number> {
    return (await this.get('viewUserProfile', { username })).body.data[0].paidResponsePrice;
  }

  /** Reads the control plane of the local runtime. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  async read(path: string): Promise<any> {
    return (await fetch(`${this.#origin}${path}`)).json();
  }

  keep(reply: Reply): void {
    if (reply.http !== 200) return;
    this.accessToken = reply.body.access_token;
    this.refreshToken = reply.body.refresh_token;
  }

  async #send(
    path: string,
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<Reply> {
    const response = await fetch(`${this.#origin}${path}`, {
      ...init,
      headers: {
        ...(this.accessToken && { authorization: `Bearer ${this.accessToken}` }),
        ...init.headers,
      },
    });
    return { http: response.status, body: await response.json() };
  }
}
