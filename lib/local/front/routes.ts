import { areas } from '#shared/api/index.ts';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { OEMBED_PATH } from '#shared/rules/links/oembed.ts';

/** The function of each route: `POST /api/createInbox` → `conversations/createInbox`. */
export const functionOfRoute: ReadonlyMap<string, string> = new Map([
  ...Object.entries(areas).flatMap(([area, definitions]) =>
    Object.values(definitions).map(
      ({ method, path, name }) => [`${method} ${path}`, `${area}/${name}`] as const,
    ),
  ),
  ['POST /webhooks/stripe', 'webhooks/stripe'],
  [`GET ${OEMBED_PATH}`, systemFunctions.answerOembed.file],
]);
