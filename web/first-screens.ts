import { fileURLToPath } from 'node:url';
import { type Plugin, type Rollup, runnerImport } from 'vite';
import { OUTLINES } from './outlines.ts';

/*
 * The screens that people who are signed in open first, by their path: from a notification, a link in a text message, the
 * home screen of a phone, or a reload. web/head.js loads their code and their data at the same time as the app itself.
 */

export type FirstScreen = {
  /** The module of the screen, in web/src/features. */
  readonly module: string;
  /** The addresses of its first requests; `*` stands for the last part of its path. */
  readonly requests: readonly string[];
};

/** The requests that every screen of the app starts with. */
export const OF_EVERY_SCREEN = ['/api/checkUser', '/api/viewDashboardStats'];

export const FIRST_SCREENS: Readonly<Record<string, FirstScreen>> = {
  '/dashboard': {
    module: 'accounts/pages/dashboard/Dashboard',
    requests: [
      '/api/viewInboundSettings',
      '/api/viewUserContactRequests',
      '/api/viewInboxList?filter=PENDING',
      '/api/viewOrderList?filter=ALL',
    ],
  },
  '/inbox': {
    module: 'conversations/pages/inbox/Inbox',
    requests: ['/api/viewInboxList?filter=ALL', '/api/viewInboxList?filter=PENDING'],
  },
  '/inbox-viewer/*': {
    module: 'conversations/pages/inbox/InboxViewer',
    requests: ['/api/viewInbox?id=*', '/api/viewInboxMessages?inboxId=*'],
  },
  '/orders': {
    module: 'conversations/pages/orders/Orders',
    requests: ['/api/viewOrderList?filter=ALL', '/api/viewDrafts'],
  },
  '/order-viewer/*': {
    module: 'conversations/pages/orders/OrderViewer',
    requests: ['/api/viewOrder?id=*', '/api/viewOrderMessages?orderId=*'],
  },
  '/chat-viewer/*': {
    module: 'chat/pages/viewer/ChatViewer',
    requests: [
      '/api/viewChat?id=*',
      '/api/viewChatParticipants?chatId=*',
      '/api/viewChatMessages?chatId=*',
    ],
  },
  '/chat': {
    module: 'chat/pages/home/ChatHome',
    requests: ['/api/viewTopUserContacts', '/api/viewUserContactRequests'],
  },
  '/user-search': { module: 'search/pages/UserSearch', requests: [] },
  '/my-profile': { module: 'accounts/pages/MyProfile', requests: ['/api/viewInboundSettings'] },
};

/** What Rolldown tells about the modules of a build. */
export type Modules = {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
};

/** Returns a function that counts the first screens that import a module, directly or indirectly. */
export function firstScreensOf(): (id: string, modules: Modules) => number {
  let counts: Map<string, number> | undefined;
  return (id, modules) => {
    counts ??= countFirstScreens(modules);
    return counts.get(id) ?? 0;
  };
}

function countFirstScreens(modules: Modules): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { module } of Object.values(FIRST_SCREENS)) {
    const screen = fileURLToPath(new URL(`./src/features/${module}.tsx`, import.meta.url));
    // A set also visits what is added to it during the loop.
    const imported = new Set([screen]);
    for (const id of imported) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      for (const next of modules.getModuleInfo(id)?.importedIds ?? []) imported.add(next);
    }
  }
  return counts;
}

type Chunks = Readonly<Record<string, Rollup.OutputChunk | Rollup.OutputAsset>>;

/** Puts into the document what the first screens load, for web/head.js, and the outlines of all screens, for web/outline.js. */
export function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, path }) {
        if (path !== '/index.html') return html;
        const screens = Object.entries(FIRST_SCREENS).map(([path, { module, requests }]) => [
          path,
          {
            files: bundle ? filesOf(module, bundle) : [],
            requests: [...OF_EVERY_SCREEN, ...requests],
          },
        ]);
        const data = JSON.stringify(Object.fromEntries(screens));
        return html
          .replace(
            '<!--screens-->',
            () => script('screens', data) + script('outlines', JSON.stringify(OUTLINES)),
          )
          .replace('<!--outlines-->', bundle ? await outlines() : '')
          .replace(CODE_OF_THE_APP, '$& fetchpriority="low"');
      },
    },
  };
}

/** The elements that load the app. Its code comes after the font of the outline, and after the answers of the API, which are small. */
const CODE_OF_THE_APP = /<(script type="module"|link rel="modulepreload")/g;

const script = (id: string, json: string) =>
  `<script type="application/json" id="${id}">${json}</script>`;

/** The addresses of the chunk of a screen and of the chunks that it imports, without those that the app loads anyway. */
function filesOf(module: string, bundle: Chunks): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const imports = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) imports(imported, seen);
    return seen;
  };
  const screen = chunks.find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(`/src/features/${module}.tsx`),
  );
  if (!screen) throw new Error(`There is no screen ${module}: see web/first-screens.ts.`);
  const entry = chunks.find(({ isEntry }) => isEntry);
  const app = imports(entry?.fileName ?? '');
  return [...imports(screen.fileName)].filter((file) => !app.has(file)).map((file) => `/${file}`);
}

/** The parts of outlines as HTML, rendered by the components of the app. */
async function outlines(): Promise<string> {
  const file = fileURLToPath(new URL('./src/server/render-outlines.tsx', import.meta.url));
  const { module } = await runnerImport<typeof import('./src/server/render-outlines.tsx')>(file, {
    configFile: false,
    logLevel: 'error',
  });
  return module.renderOutlines();
}
