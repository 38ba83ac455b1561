import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The file of lucide-react that exports all icons, each from a module of its own. */
const ALL_ICONS = new URL(
  '../node_modules/lucide-react/dist/esm/lucide-react.mjs',
  import.meta.url,
);
const NAMED_IMPORT = /import \{([^}]*)\} from ['"]lucide-react['"];/g;

/**
 * Lets each module of the app import its icons from the modules of the icons. If they came from the file that exports all
 * of them, every icon would count as imported by every screen, and a screen would load the icons of the others.
 */
export function iconImports(): Plugin {
  const modules = moduleByName();
  return {
    name: 'icon-imports',
    apply: 'build',
    // When the types are gone, which are no modules.
    enforce: 'post',
    transform: {
      filter: { id: /\.tsx?$/, code: 'lucide-react' },
      handler: (code) => ({ code: code.replace(NAMED_IMPORT, oneByOne), map: null }),
    },
  };

  function oneByOne(_: string, names: string): string {
    const imports = names.split(',').map((part) => {
      const [name = '', alias = name] = part.trim().split(' as ');
      const module = modules.get(name);
      if (!module) throw new Error(`lucide-react has no icon ${name}.`);
      return `import ${alias} from 'lucide-react/icons/${module}';`;
    });
    return imports.join(' ');
  }
}

/** The modules of the icons by each of their names, such as `ellipsis` by `Ellipsis` and `MoreHorizontal`. */
function moduleByName(): Map<string, string> {
  const all = readFileSync(fileURLToPath(ALL_ICONS), 'utf8');
  const exports = all.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g);
  return new Map(
    [...exports].flatMap(([, names = '', module = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, module] as const),
    ),
  );
}
