import { viewDeskPerson } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userByCurrentOrEarlierUsername, userById } from '../storage/accounts/users.ts';
import { refusePeople } from './concerns.ts';
import { auditLook } from './desk-context.ts';
import { personView } from './person-views.ts';

const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Returns the record of an account. Private data is in the response only with a reason, which the audit keeps. */
export const handler = serve(viewDeskPerson, async ({ person, reason }, call) => {
  const { table, now } = call;
  const user = await (ID.test(person)
    ? userById(table, person, now)
    : userByCurrentOrEarlierUsername(table, person.replace(/^@/, '').toLowerCase(), now));
  if (!user) throw new Refusal('NOT_FOUND', { message: 'No account has this username or id.' });
  if (reason !== undefined) {
    await refusePeople(call, [user.id]);
    const look = { operation: 'viewDeskPerson', about: user.id, reason };
    await auditLook(call, look, 'The private data of the account was shown.');
  }
  return { data: [await personView(call, user, reason !== undefined)] };
});
