import type * as z from 'zod/mini';

/** The first error of a value by one of the server's rules; undefined if it is valid. */
export function ruleError(rule: z.ZodMiniType, value: unknown): string | undefined {
  return rule.safeParse(value).error?.issues[0]?.message;
}
