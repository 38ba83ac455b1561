import { createHash } from 'node:crypto';
import { type PublicSettings, publicSettingsSchema } from '../shared/settings.ts';
import { jsonForHtml } from '../shared/wire.ts';
import { ConfigError } from './cli-error.ts';

/*
 * The web app is built once for all stages. What a stage says of itself stands in a block of its document, which no browser
 * runs, so that the Content-Security-Policy has nothing to allow. It is filled here, in the cloud and on this machine.
 */

const BLOCK = /(<script type="application\/json" id="stage">)\s*(<\/script>)/;

/** The document of the web app for one stage. Throws where it has no empty block, so that no stage goes without its own. */
export function stageDocument(document: string, settings: PublicSettings): string {
  if (!BLOCK.test(document))
    throw new ConfigError(
      'The web app in dist/web is of an older build. Build it first: npm run build.',
    );
  return document.replace(BLOCK, (_, before, after) => before + blockOf(settings) + after);
}

/** Nothing but what is public: a stage has other settings too. */
const blockOf = (settings: PublicSettings) => jsonForHtml(publicSettingsSchema.parse(settings));

/**
 * The service worker for one stage. It keeps the document on the device, and browsers look for a newer one only when its
 * own bytes change: so they change with the settings.
 */
export function stageWorker(script: string, settings: PublicSettings): string {
  const digest = createHash('sha256').update(blockOf(settings)).digest('hex').slice(0, 16);
  return `${script.trimEnd()}\n// stage ${digest}\n`;
}
