import type { Permission } from '#shared/api/function-definition.ts';

/** Formats permissions as sorted lines, for comparison. */
export function linesOf(permissions: readonly Permission[]): readonly string[] {
  return permissions.map(({ action, of }) => `${action}: ${of}`).sort();
}
