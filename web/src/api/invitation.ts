import * as z from 'zod';

/*
 * The code of the invitation that brought somebody here, kept until they register, or for as long as an invitation is
 * remembered. The newest one counts.
 */

const KEY = 'invitation';
/** Milliseconds: a month. */
const REMEMBERED = 30 * 24 * 60 * 60 * 1_000;

const schema = z.object({ code: z.string().min(1).max(40), keptAt: z.number() });

export function keepInvitation(code: string): void {
  localStorage.setItem(KEY, JSON.stringify({ code, keptAt: Date.now() }));
}

/** The kept code; undefined where there is none, or one from too long ago. */
export function keptInvitation(): string | undefined {
  const kept = schema.safeParse(parse(localStorage.getItem(KEY)));
  if (!kept.success || Math.abs(Date.now() - kept.data.keptAt) > REMEMBERED) {
    forgetInvitation();
    return undefined;
  }
  return kept.data.code;
}

export function forgetInvitation(): void {
  localStorage.removeItem(KEY);
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
