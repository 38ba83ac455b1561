import type { FormFields, FormValue } from './form-encoding.ts';
import { refusedParameter } from './refusal.ts';

/** Parses a parameter. `name` is its full name (`card[number]`), for error messages. */
export type Reader<T> = (value: FormValue, name: string) => T;
export type Shape = Record<string, Reader<unknown>>;
/** The parameters that a shape reads; each may be absent. */
export type Params<S extends Shape> = {
  [Name in keyof S]?: S[Name] extends Reader<infer T> ? T : never;
};

function plain(value: FormValue, name: string): string {
  if (typeof value === 'string') return value;
  throw refusedParameter(`Invalid string: ${name} must be a string.`, name);
}

/** A string. An empty one is refused, because Stripe treats it as an attempt to unset the parameter. */
export const text: Reader<string> = (value, name) => {
  const read = plain(value, name);
  if (read !== '') return read;
  const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`;
  throw refusedParameter(message, name, 'parameter_invalid_empty');
};

/** A string, or null for an empty one, which unsets the parameter. */
export const clearableText: Reader<string | null> = (value, name) => plain(value, name) || null;

export function textUpTo(longest: number): Reader<string> {
  return (value, name) => {
    const read = text(value, name);
    if (read.length <= longest) return read;
    const message = `Invalid string: ${read.slice(0, 20)}...; must be at most ${longest} characters`;
    throw refusedParameter(message, name, 'parameter_invalid_string_too_long');
  };
}

export function integer(least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, name) => {
    const read = text(value, name);
    if (!/^-?\d+$/.test(read))
      throw refusedParameter(`Invalid integer: ${read}`, name, 'parameter_invalid_integer');
    const number = Number(read);
    const bound =
      number < least
        ? `greater than or equal to ${least}`
        : number > most
          ? `less than or equal to ${most}`
          : null;
    if (bound)
      throw refusedParameter(`This value must be ${bound}.`, name, 'parameter_invalid_integer');
    return number;
  };
}

export const flag: Reader<boolean> = (value, name) => {
  const read = text(value, name);
  if (read === 'true' || read === 'false') return read === 'true';
  throw refusedParameter(`Invalid boolean: ${read}`, name);
};

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return (value, name) => {
    const read = text(value, name);
    const found = choices.find((choice) => choice === read);
    if (found !== undefined) return found;
    const named =
      choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : choices[0];
    throw refusedParameter(`Invalid ${name}: must be one of ${named}`, name);
  };
}

export function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw refusedParameter('Invalid array', name);
    return value.map((item, index) => reader(item, `${name}[${index}]`));
  };
}

export function object<S extends Shape>(shape: S): Reader<Params<S>> {
  return (value, name) => {
    if (typeof value === 'string' || Array.isArray(value))
      throw refusedParameter('Invalid object', name);
    return readParams(shape, value, name);
  };
}

/** Changes of metadata: an empty value removes its key, and an empty string (`null`) removes all keys. */
export const metadata: Reader<Record<string, string> | null> = (value, name) => {
  if (value === '') return null;
  if (typeof value === 'string' || Array.isArray(value))
    throw refusedParameter('Invalid object', name);
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, plain(inner, `${name}[${key}]`)] as const,
  );
  for (const [key, inner] of entries) {
    const wrong =
      key.length > 40
        ? `Metadata keys can have up to 40 characters; '${key}' has ${key.length}.`
        : inner.length > 500
          ? `Metadata values can have up to 500 characters, but you passed in a value that is ${inner.length} characters. Invalid value: ${inner.slice(0, 20)}...`
          : null;
    if (wrong) throw refusedParameter(wrong, `${name}[${key}]`);
  }
  if (entries.length > 50) throw refusedParameter('You can only set up to 50 metadata keys.', name);
  return Object.fromEntries(entries);
};

/** A range of times in Unix seconds: `created=5` or `created[gte]=5`. */
export const timeRange: Reader<(seconds: number) => boolean> = (value, name) => {
  if (typeof value === 'string') {
    const exact = integer(0)(value, name);
    return (seconds) => seconds === exact;
  }
  const { gt, gte, lt, lte } = object({
    gt: integer(0),
    gte: integer(0),
    lt: integer(0),
    lte: integer(0),
  })(value, name);
  return (seconds) =>
    (gt === undefined || seconds > gt) &&
    (gte === undefined || seconds >= gte) &&
    (lt === undefined || seconds < lt) &&
    (lte === undefined || seconds <= lte);
};

/** Parses the fields of a request. Unknown and invalid fields are refused. */
export function readParams<S extends Shape>(shape: S, fields: FormFields, within = ''): Params<S> {
  const read: Partial<Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = within ? `${within}[${key}]` : key;
    const reader = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!reader)
      throw refusedParameter(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
    read[key] = reader(value, name);
  }
  return read as Params<S>;
}

/** Returns the value, or throws Stripe's error if it is missing. */
export function required<T>(value: T | undefined | null, name: string): T {
  if (value !== undefined && value !== null) return value;
  throw refusedParameter(`Missing required param: ${name}.`, name, 'parameter_missing');
}

/** The metadata with these changes applied. */
export function withMetadata(
  current: Record<string, string> | null,
  changes: Record<string, string> | null | undefined,
): Record<string, string> {
  if (changes === null) return {};
  return Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''),
  );
}
