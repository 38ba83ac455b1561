import { newPerson, type Person } from './people.ts';
import type { World } from './world.ts';

/* Users with links. */

export type SentLink = {
  readonly id: string;
  readonly linkName: string;
  readonly position: number;
};

/** Returns the names of these links in their order. */
export const namesOf = ({ data }: { readonly data: readonly SentLink[] }) =>
  data.map(({ linkName }) => linkName);

/** Creates a user with links of these names, in this order. */
export async function ownerOf(
  world: World,
  ...names: string[]
): Promise<{ readonly owner: Person; readonly added: readonly SentLink[] }> {
  const owner = await newPerson(world);
  const added: SentLink[] = [];
  for (const name of names) added.push(await owner.addsLink(name));
  return { owner, added };
}
