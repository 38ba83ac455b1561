import { describe, expect, test } from '@jest/globals';
import { handler as receiveEmailFeedback } from '#functions/events/receiveEmailFeedback.ts';
import { suppressionOf } from '#functions/storage/notifications/suppressed-emails.ts';
import { table } from '#functions/storage/table.ts';
import { DAY } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { nextEmail } from '../../support/emails.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const report = (detail: object) => receiveEmailFeedback({ detail } as never, lambdaContext());

const bounce = (emailAddress: string, bounceType = 'Permanent') => ({
  eventType: 'Bounce',
  bounce: { bounceType, bounceSubType: 'General', bouncedRecipients: [{ emailAddress }] },
  mail: { tags: { 'ses:configuration-set': ['test'] } },
});

const stateOf = (email: string) => suppressionOf(table, email, world.now());

describe('the feedback of SES', () => {
  test('of a permanent bounce ends the emails to the address for a year', async () => {
    const email = nextEmail();
    await report(bounce(email));
    await report(bounce(email));
    expect(await stateOf(email)).toBe('BOUNCE');
    expect(await stateOf(email.toUpperCase())).toBe('BOUNCE');
    expect(await stateOf(nextEmail())).toBeUndefined();
    world.advance(366 * DAY);
    expect(await stateOf(email)).toBeUndefined();
  });

  test('of a full mailbox changes nothing', async () => {
    const email = nextEmail();
    await report(bounce(email, 'Transient'));
    expect(await stateOf(email)).toBeUndefined();
  });

  test('of a complaint ends the emails to the address', async () => {
    const email = nextEmail();
    const complaint = { complainedRecipients: [{ emailAddress: email }] };
    await report({ eventType: 'Complaint', complaint });
    expect(await stateOf(email)).toBe('COMPLAINT');
  });

  test('of an unknown type fails, so that it raises an alarm', async () => {
    await expect(report({ eventType: 'Unknown' })).rejects.toThrow();
  });
});
