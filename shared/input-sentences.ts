import type * as z from 'zod/mini';
import { formatCount } from './format-count.ts';

/* Messages for invalid input, the same on the server and in the web app. */

/** Returns the message for an issue without one of its own, in place of the wording of the library. */
export function inputSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `This can have at most ${formatCount(Number(issue.maximum))} characters`;
  return issue.input === undefined ? 'Please fill this in' : 'Check this and try again';
}

/** Returns the first message for each field; an issue of the whole input belongs to the field `form`. */
export function sentencesByField(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0] ?? 'form')] ??= issue.message;
  return fields;
}
