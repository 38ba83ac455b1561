import type { SourceFile } from './source-files.ts';

/**
 * Returns the import circles among these files, each as `a → b → a` from its alphabetically first file. Type imports
 * count.
 */
export function importCircles(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const circles = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    const begin = trail.indexOf(path);
    if (begin >= 0) circles.add(named(trail.slice(begin)));
    if (begin >= 0 || done.has(path)) return;
    for (const to of importsOf.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path, []);
  return [...circles].sort();
}

function named(circle: readonly string[]): string {
  const [first = ''] = [...circle].sort();
  const at = circle.indexOf(first);
  return [...circle.slice(at), ...circle.slice(0, at), first].join(' → ');
}
