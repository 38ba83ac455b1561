import { requestPasswordReset } from '../../shared/api/signing-in.ts';
import { inTextingTime, textCode } from '../flows/text-code.ts';
import { serve } from '../serve.ts';
import { userByUsername } from '../storage/users.ts';

/**
 * Texts the code that lets somebody set a new password (spec part 1, section 4). The answer, its limits and its time
 * are the same for a name that nobody has, and for one whose phone is not confirmed, which gets no code: whoever
 * registered that number may not be its owner. Nor does an answer tell which number belongs to a name.
 */
export const handler = serve(requestPasswordReset, async ({ username }, call) => {
  const { table, now } = call;
  await inTextingTime(async () => {
    const user = await userByUsername(table, username, now);
    // The number was confirmed once, so it gets codes though its country may be closed to new numbers since.
    const known = user?.verified && user.phoneNumber !== '' ? user : undefined;
    await textCode(call, {
      purpose: 'RESET',
      subject: username,
      userId: known?.id,
      phoneNumber: known?.phoneNumber ?? `nobody:${username}`,
      deliver: known !== undefined,
      discreet: true,
    });
  });
  return {};
});
