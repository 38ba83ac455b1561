import { handler as createUserLink } from '#functions/links/createUserLink.ts';
import { handler as updateUserLinkPosition } from '#functions/links/updateUserLinkPosition.ts';
import { handler as viewUserLinks } from '#functions/links/viewUserLinks.ts';
import { type Answer, call } from './call.ts';
import { newPerson, type Person } from './people.ts';
import type { World } from './world.ts';

/* Users with links, through the real operations. */

export type SentLink = {
  readonly id: string;
  readonly linkName: string;
  readonly position: number;
};

export const viewLinks = (token?: string) => call(viewUserLinks, {}, { method: 'GET', token });
export const addLinkAs = (
  token: string | undefined,
  linkName: string,
  linkUrl = 'https://example.com',
) => call(createUserLink, { linkName, linkUrl }, { token });
export const moveLinkAs = (
  token: string | undefined,
  id: string,
  destinationIndex: number | string,
) => call(updateUserLinkPosition, { id, destinationIndex }, { token });

/** Returns the link names of a response in their order. */
export const namesOf = ({ body }: Answer) =>
  (body.data as SentLink[]).map(({ linkName }) => linkName);

/** Creates a user with links of these names, in this order; also returns the link ids. */
export async function ownerOf(
  world: World,
  ...names: string[]
): Promise<Person & { readonly ids: string[] }> {
  const person = await newPerson(world);
  const ids: string[] = [];
  for (const name of names) ids.push((await addLinkAs(person.token, name)).body.data[0].id);
  return { ...person, ids };
}
