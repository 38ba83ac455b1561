import * as z from 'zod/mini';

/**
 * The schema of a list of objects: a list in JSON, its JSON text in a form, of at most `max` characters. `sentence`: the message
 * for anything else.
 */
export const listField = <List extends z.ZodMiniArray>(
  list: List,
  sentence: string,
  max = 10_000,
) =>
  z.pipe(
    z.codec(
      z.union([z.string().check(z.maxLength(max, sentence)), z.array(z.unknown())], sentence),
      z.array(z.unknown(), sentence),
      {
        decode: (wire, context) => {
          if (typeof wire !== 'string') return wire;
          try {
            return JSON.parse(wire);
          } catch {
            context.issues.push({ code: 'custom', message: sentence, input: wire });
            return z.NEVER;
          }
        },
        encode: (items) => JSON.stringify(items),
      },
    ),
    list,
  );
