import type * as z from 'zod';

/* What a person reads about input that a definition refuses. The server and the web app say the same. */

/** The sentence of a fault for which the definition has none: nobody reads the wording of a library. */
export function inputSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `This can have at most ${Number(issue.maximum).toLocaleString('en-US')} characters`;
  return issue.input === undefined ? 'This is missing' : 'This is not valid';
}

/** The first sentence of each field; a fault of the whole input belongs to the field `form`. */
export function sentencesByField(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0] ?? 'form')] ??= issue.message;
  return fields;
}
