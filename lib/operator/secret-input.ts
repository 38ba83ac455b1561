import { CliError } from '../cli-error.ts';
import { promptHidden } from './hidden-prompt.ts';
import {
  OPERATOR_SECRETS,
  SECRET_NAMES,
  type SecretInput,
  type SecretName,
} from './stage-secrets.ts';

/* Reads an operator's Stripe keys from environment variables, a pipe, or a hidden prompt. */

/** The secrets to prompt for. `npm run webhooks` stores the others. */
const PROMPTED: readonly SecretName[] = ['stripeSecretKey', 'stripePublishableKey'];

/** Reads secrets from environment variables; else from a pipe; else from a prompt. May return none. */
export async function readSecretInput(): Promise<SecretInput> {
  const given = secretsFromVariables(process.env);
  if (Object.keys(given).length > 0) return given;
  if (!process.stdin.isTTY) return secretsFromLines(await readAll(process.stdin));
  const asked: [SecretName, string][] = [];
  for (const name of PROMPTED) {
    const question = `${OPERATOR_SECRETS[name].variable} (${OPERATOR_SECRETS[name].like}; press Enter to keep the current one): `;
    asked.push([name, await promptHidden(question, process.stdin, process.stderr)]);
  }
  return Object.fromEntries(asked.filter(([, value]) => value !== ''));
}

export function secretsFromVariables(
  variables: Readonly<Record<string, string | undefined>>,
): SecretInput {
  return Object.fromEntries(
    SECRET_NAMES.flatMap((name) => {
      const value = variables[OPERATOR_SECRETS[name].variable]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Parses lines such as `STRIPE_SECRET_KEY=sk_…`. Throws a CliError for any other line, without printing it. */
export function secretsFromLines(text: string): SecretInput {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const pairs = lines.map((line) => {
    const [, variable = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return [variable, value.replace(/^(['"])(.*)\1$/, '$2')] as const;
  });
  const known: readonly string[] = SECRET_NAMES.map((name) => OPERATOR_SECRETS[name].variable);
  if (pairs.some(([variable]) => !known.includes(variable)))
    throw new CliError(`Each line must be NAME=value, where NAME is one of ${known.join(', ')}.`);
  return secretsFromVariables(Object.fromEntries(pairs));
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
