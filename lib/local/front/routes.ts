import { areas } from '../../../shared/api/index.ts';

/** `POST /api/createInbox` → `conversations/createInbox`: each route and the function behind it. */
export const functionOfRoute: ReadonlyMap<string, string> = new Map([
  ...Object.entries(areas).flatMap(([area, definitions]) =>
    Object.values(definitions).map(
      ({ method, path, name }) => [`${method} ${path}`, `${area}/${name}`] as const,
    ),
  ),
  ['POST /webhooks/stripe', 'webhooks/stripe'],
]);
