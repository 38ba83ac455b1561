import * as z from 'zod/mini';
import { CliError } from '#lib/cli-error.ts';
import { encodeForm } from '#shared/wire.ts';

/* An HTTP client for one user of a deployed stage, which measures how long each call takes. */

const answerSchema = z.looseObject({
  status: z.string(),
  message: z.optional(z.string()),
  data: z.optional(z.array(z.looseObject({ id: z.optional(z.string()) }))),
});
type Answered = z.infer<typeof answerSchema> & { readonly milliseconds: number };

/** Thrown for a response whose status is not SUCCESS. */
export class Refused extends CliError {
  override name = 'Refused';
}

type Input = Readonly<Record<string, string | number>>;
export type Client = {
  /** `milliseconds` is the time until the whole response has arrived. Throws Refused. */
  call(method: 'GET' | 'POST', path: string, input?: Input): Promise<Answered>;
};

export function clientAt(address: string, token?: string): Client {
  return {
    async call(method, path, input = {}) {
      const form = encodeForm(input);
      const url = `${address}${path}${method === 'GET' && form ? `?${form}` : ''}`;
      const began = performance.now();
      const answer = await fetch(url, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(method === 'POST' && { body: form }),
      });
      const text = await answer.text();
      const milliseconds = performance.now() - began;
      if (!answer.headers.get('content-type')?.includes('json'))
        throw new Refused(`${path} answered ${answer.status} without JSON`);
      const read = answerSchema.parse(JSON.parse(text));
      if (read.status !== 'SUCCESS')
        throw new Refused(`${path}: ${read.status} ${read.message ?? ''}`.trim());
      return { ...read, milliseconds };
    },
  };
}

export type SignedIn = {
  readonly client: Client;
  readonly userId: string;
  readonly username: string;
  readonly fullName: string;
  readonly token: string;
};

const session = z.object({ access_token: z.string(), user_id: z.string(), full_name: z.string() });

export async function signIn(
  address: string,
  username: string,
  password: string,
): Promise<SignedIn> {
  const answer = await clientAt(address).call('POST', '/authenticate', { username, password });
  const { access_token: token, user_id: userId, full_name: fullName } = session.parse(answer);
  return { client: clientAt(address, token), userId, username, fullName, token };
}
