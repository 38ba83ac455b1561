import { CliError } from '../cli-error.ts';
import { askSilently } from './silent-prompt.ts';
import { GIVEN, type GivenSecrets, SECRET_NAMES, type SecretName } from './stage-secrets.ts';

/* Where an operator's keys come from: a terminal that shows nothing of them, a pipe, or the environment. */

/** Asked for at a terminal; the others are stored by `npm run webhooks`. */
const ASKED: readonly SecretName[] = ['stripeSecretKey', 'stripePublishableKey'];

/** What the environment, the pipe, or whoever sits at the terminal gives. Nothing at all is an answer too. */
export async function takeGiven(): Promise<GivenSecrets> {
  const given = fromVariables(process.env);
  if (Object.keys(given).length > 0) return given;
  if (!process.stdin.isTTY) return fromLines(await readAll(process.stdin));
  const asked: [SecretName, string][] = [];
  for (const name of ASKED) {
    const question = `${GIVEN[name].variable} (${GIVEN[name].like}; empty leaves it as it is): `;
    asked.push([name, await askSilently(question, process.stdin, process.stderr)]);
  }
  return Object.fromEntries(asked.filter(([, value]) => value !== ''));
}

export function fromVariables(
  variables: Readonly<Record<string, string | undefined>>,
): GivenSecrets {
  return Object.fromEntries(
    SECRET_NAMES.flatMap((name) => {
      const value = variables[GIVEN[name].variable]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Lines of `STRIPE_SECRET_KEY=sk_…`. Throws a CliError for any other line, without repeating it. */
export function fromLines(text: string): GivenSecrets {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const pairs = lines.map((line) => {
    const [, variable = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return [variable, value.replace(/^(['"])(.*)\1$/, '$2')] as const;
  });
  const known: readonly string[] = SECRET_NAMES.map((name) => GIVEN[name].variable);
  if (pairs.some(([variable]) => !known.includes(variable)))
    throw new CliError(
      `Each line has to be one of ${known.join(', ')}, an equals sign and its value.`,
    );
  return fromVariables(Object.fromEntries(pairs));
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
