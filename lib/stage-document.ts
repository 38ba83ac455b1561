import { createHash } from 'node:crypto';
import { type PublicSettings, publicSettingsSchema } from '#shared/settings.ts';
import { jsonForHtml } from '#shared/wire.ts';
import { ConfigError } from './cli-error.ts';

/*
 * The web app is built once for all stages. The deployment, or the local server, inserts the public settings of a stage
 * into a JSON block of the HTML document. Browsers do not execute that block, so the Content-Security-Policy need not
 * allow it.
 */

const BLOCK = /(<script type="application\/json" id="stage">)\s*(<\/script>)/;

/** Inserts the settings of a stage into the HTML document. Throws a ConfigError when the document has no empty block. */
export function stageDocument(document: string, settings: PublicSettings): string {
  if (!BLOCK.test(document))
    throw new ConfigError(
      'The web app in dist/web is from an older build. Build it again: npm run build',
    );
  return document.replace(BLOCK, (_, before, after) => before + blockOf(settings) + after);
}

/** Serializes only the public settings. */
const blockOf = (settings: PublicSettings) => jsonForHtml(publicSettingsSchema.parse(settings));

/**
 * The service worker of a stage. It caches the document, and browsers install a new version only when the bytes of the
 * worker change. A hash of the settings makes them change with the settings.
 */
export function stageWorker(script: string, settings: PublicSettings): string {
  const digest = createHash('sha256').update(blockOf(settings)).digest('hex').slice(0, 16);
  return `${script.trimEnd()}\n// stage ${digest}\n`;
}
