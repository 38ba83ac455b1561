import type * as z from 'zod';

/** The first sentence a value breaks a rule by, or undefined: the rule is the server's own. */
export function faultOf(rule: z.ZodType, value: unknown): string | undefined {
  return rule.safeParse(value).error?.issues[0]?.message;
}
