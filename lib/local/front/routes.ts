import { areas } from '../../../shared/api/index.ts';

/** The function of each route: `POST /api/createInbox` → `conversations/createInbox`. */
export const functionOfRoute: ReadonlyMap<string, string> = new Map([
  ...Object.entries(areas).flatMap(([area, definitions]) =>
    Object.values(definitions).map(
      ({ method, path, name }) => [`${method} ${path}`, `${area}/${name}`] as const,
    ),
  ),
  ['POST /webhooks/stripe', 'webhooks/stripe'],
]);
