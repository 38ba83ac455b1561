import { areas, type OperationName } from '#shared/api/index.ts';

/* The real handlers of operations by name, each loaded when it is first called. */

type Loaded = Promise<{ readonly handler: unknown }>;

/** The bundler of the simulation has to see the folder of each area. */
const FOLDERS: Readonly<Record<keyof typeof areas, (name: string) => Loaded>> = {
  accounts: (name) => import(`../../functions/accounts/${name}.ts`),
  attachments: (name) => import(`../../functions/attachments/${name}.ts`),
  auth: (name) => import(`../../functions/auth/${name}.ts`),
  billing: (name) => import(`../../functions/billing/${name}.ts`),
  chat: (name) => import(`../../functions/chat/${name}.ts`),
  contacts: (name) => import(`../../functions/contacts/${name}.ts`),
  conversations: (name) => import(`../../functions/conversations/${name}.ts`),
  desk: (name) => import(`../../functions/desk/${name}.ts`),
  ledger: (name) => import(`../../functions/ledger/${name}.ts`),
  links: (name) => import(`../../functions/links/${name}.ts`),
  notifications: (name) => import(`../../functions/notifications/${name}.ts`),
  payouts: (name) => import(`../../functions/payouts/${name}.ts`),
  profiles: (name) => import(`../../functions/profiles/${name}.ts`),
  'public-answers': (name) => import(`../../functions/public-answers/${name}.ts`),
  search: (name) => import(`../../functions/search/${name}.ts`),
  support: (name) => import(`../../functions/support/${name}.ts`),
};

const areaOf = new Map(
  Object.entries(areas).flatMap(([area, operations]) =>
    Object.keys(operations).map((name) => [name, area as keyof typeof areas]),
  ),
);

export async function operationHandler(name: OperationName): Promise<unknown> {
  const area = areaOf.get(name);
  if (!area) throw new Error(`no such operation: ${name}`);
  return (await FOLDERS[area](name)).handler;
}
