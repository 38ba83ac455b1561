import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { AVATAR_BYTES_MAX } from '#shared/rules/profiles/pictures.ts';

/*
 * The body limit of each operation: it fits the longest valid input, and hardly more. In a form, which the web app
 * sends, one UTF-16 unit becomes up to nine bytes: `€` is `%E2%82%AC`.
 */

const BYTES_PER_UNIT = 9;
/** The maximum length of a number, choice, amount or time. */
const WORD = 60;
const IDS = 200 * 27;

/** Fields whose schema has no maximum length: texts with pictures in base64, in which few characters are escaped. */
const WITH_PICTURES: Readonly<Record<string, number>> = {
  userBio: 3_500_000 * 1.1 + 20_000 * BYTES_PER_UNIT,
  base64Image: (AVATAR_BYTES_MAX * 4 * 1.1) / 3,
};

type Shape = z.ZodMiniType & {
  readonly def: {
    readonly type: string;
    readonly innerType?: Shape;
    readonly in?: Shape;
    readonly out?: Shape;
    readonly options?: readonly Shape[];
  };
};

/** The bytes of the longest value that a field accepts; undefined if its length is unlimited. */
function longest(schema: Shape, name: string): number | undefined {
  const { type, innerType, in: wire, options } = schema.def;
  if (name in WITH_PICTURES) return WITH_PICTURES[name];
  if (innerType) return longest(innerType, name);
  if (type === 'string') return stringBytes(schema);
  if (type === 'enum' || type === 'literal' || type === 'boolean') return WORD;
  // A codec limits its text: all codecs here parse a short word or a list of ids.
  if (type === 'pipe' && wire) return options || wire.def.type === 'union' ? IDS : WORD;
  return undefined;
}

function stringBytes(schema: Shape): number | undefined {
  const { maxLength, pattern = '' } = z.toJSONSchema(schema, { io: 'input' });
  if (maxLength !== undefined) return maxLength * BYTES_PER_UNIT;
  // A text without a maximum may be limited by its pattern, as ids and codes are.
  const [, repeated] = /\{(?:\d+,)?(\d+)\}\$$/.exec(pattern) ?? [];
  return repeated === undefined ? undefined : (Number(repeated) + 3) * BYTES_PER_UNIT;
}

describe.each(Object.values<OperationSpec>(operations))('$name', ({ input, maxBodyBytes }) => {
  const fields = Object.entries(input.shape as Record<string, Shape>);

  test('bounds the length of every field', () => {
    const unbounded = fields.filter(([name, schema]) => longest(schema, name) === undefined);
    expect(unbounded.map(([name]) => name)).toEqual([]);
  });

  test('accepts a body with the longest value in every field, and hardly a larger one', () => {
    const bytes = fields.reduce(
      (sum, [name, schema]) => sum + name.length + 2 + (longest(schema, name) ?? 0),
      0,
    );
    expect(bytes).toBeLessThanOrEqual(maxBodyBytes);
    if (maxBodyBytes > 64 * 1024) expect(maxBodyBytes).toBeLessThan(2 * bytes);
  });
});
