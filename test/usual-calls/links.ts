import { newPerson } from '#test/support/people.ts';
import { SETTINGS, type World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const words = (name: string) => ({ linkName: name, linkUrl: `https://example.com/${name}` });

/** A user with three links. */
async function owner(world: World) {
  const person = await newPerson(world);
  const first = await person.addsLink('first', 'https://example.com/first');
  for (const name of ['second', 'third'])
    await person.addsLink(name, `https://example.com/${name}`);
  return { user: person.user, token: person.token, linkId: first.id };
}

/** The usual path of each operation on a user's own links. */
export const linkPaths = {
  viewUserLinks: async (world) => ({ token: (await owner(world)).token }),
  viewUserLinksById: async (world) => ({ input: { userId: (await owner(world)).user.id } }),
  // A visitor's first click of the day.
  recordLinkClick: async (world) => {
    const { user, linkId } = await owner(world);
    return { input: { id: user.id, linkId }, headers: { 'user-agent': 'Mozilla/5.0' } };
  },
  viewLinkClicks: async (world) => ({ token: (await owner(world)).token }),
  createUserLink: async (world) => ({
    token: (await owner(world)).token,
    input: words('fourth'),
  }),
  updateUserLink: async (world) => {
    const { token, linkId } = await owner(world);
    return { token, input: { linkId, ...words('changed') } };
  },
  deleteUserLink: async (world) => {
    const { token, linkId } = await owner(world);
    return { token, input: { linkId } };
  },
  updateUserLinkPosition: async (world) => {
    const { token, linkId } = await owner(world);
    return { token, input: { id: linkId, destinationIndex: 1 } };
  },
  // A page that links back, for the first time.
  verifyLink: async (world) => {
    const { token, linkId, user } = await owner(world);
    const back = `<a rel="me" href="${SETTINGS.origin}/${user.username}">Me</a>`;
    world.sites.set('example.com/first', back);
    return { token, input: { linkId } };
  },
} satisfies Paths;
