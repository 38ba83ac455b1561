import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['bench', 'bin', 'lib', 'packages', 'shared', 'functions', 'web', 'test'];

const IMPORT =
  /^(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** A source file of this project: its path from the root, its text, and its imports. */
export type SourceFile = {
  readonly path: string;
  readonly text: string;
  /** Paths from the root for modules of this project, names for packages. */
  readonly imports: readonly string[];
};

/** Every TypeScript file of the product and its tests. */
export const sourceFiles: readonly SourceFile[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => read(posix.join(folder, path))),
);

export const filesUnder = (...folders: string[]): readonly SourceFile[] =>
  sourceFiles.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));

function read(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const imports = [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    if (specifier.startsWith('.')) return posix.join(dirname(path), specifier);
    return specifier.replace(/^#web\//, 'web/src/').replace(/^#/, '');
  });
  return { path, text, imports };
}

/** The text without comments, for rules about code. */
export function codeOf({ text }: SourceFile): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
