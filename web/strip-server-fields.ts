import type { Plugin } from 'vite';

/** The fields of an operation that only the server reads. */
const FIELDS: readonly string[] = ['uses', 'limits', 'maxBodyBytes', 'impact', 'sharedSeconds'];

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Property = Node & { readonly key: { readonly name?: string } };

/** Removes from the definitions in shared/api what only the server reads: a third of their bytes. */
export function stripServerFields(): Plugin {
  return {
    name: 'strip-server-fields',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/shared\/api\/[\w-]+\.ts$/, code: /\bimpact\b/ },
      handler(code) {
        const spans = propertiesIn(this.parse(code)).sort((one, other) => other.start - one.start);
        const stripped = spans.reduce(
          (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
          code,
        );
        return { code: stripped, map: null };
      },
    },
  };
}

/** Returns the properties with these names, in all object literals of a program. */
function propertiesIn(node: unknown): Property[] {
  if (typeof node !== 'object' || node === null) return [];
  const property = node as Property;
  if (property.type === 'Property' && FIELDS.includes(property.key.name ?? '')) return [property];
  return Object.values(node).flatMap(propertiesIn);
}
