import { signAppealToken } from '#functions/auth/sign-tokens.ts';
import { newPerson } from '#test/support/people.ts';
import { stateReasons } from '#test/support/reports.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const TEXT = 'I know these people, and they asked me to write to them.';

/** A person about whom something was decided, with the token that a refused sign-in gives. */
async function decided(world: World) {
  const person = await newPerson(world);
  const { id: statementId } = await stateReasons(world, person);
  return { person, statementId, appealToken: await signAppealToken(person.user.id, world.now()) };
}

/** The usual path of reports, and of decisions about a person. */
export const supportPaths = {
  // A profile.
  reportContent: async (world) => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const profile = { subjectType: 'PROFILE', subjectId: other.id };
    return { token: one.token, input: { ...profile, reasonCode: 'SPAM_PHISHING' } };
  },
  viewStatements: async (world) => ({ token: (await decided(world)).person.token }),
  markStatementAsRead: async (world) => {
    const { person, statementId } = await decided(world);
    return { token: person.token, input: { statementId } };
  },
  appealStatement: async (world) => {
    const { person, statementId } = await decided(world);
    return { token: person.token, input: { statementId, text: TEXT } };
  },
  viewBlockedStatements: async (world) => {
    const { appealToken } = await decided(world);
    return { input: { appealToken } };
  },
  appealBlockedStatement: async (world) => {
    const { appealToken, statementId } = await decided(world);
    return { input: { appealToken, statementId, text: TEXT } };
  },
} satisfies Paths;
