import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { messageKey, verificationKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { WRITTEN_BY_ME } from '#lib/local/deeds/texts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import type { Assertion } from '#shared/rules/auth/passkeys.ts';
import { SIGNING_TIME } from '#shared/rules/conversations/written-by.ts';
import { pendingOrder } from '../../support/orders.ts';
import { withPasskey } from '../../support/passkeys.ts';
import { bearer, newPerson, type Person, signedIn, visitor } from '../../support/people.ts';
import type { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

/** An answered order whose recipient has a passkey. */
async function answered() {
  const order = await pendingOrder(world);
  const authenticator = await withPasskey(order.recipient);
  const message = await order.recipient.answers(order, { written: WRITTEN_BY_ME });
  const { written } = message;
  if (!written) throw new Error('the answer cannot be checked');
  return { ...order, authenticator, message: { ...message, written } };
}
type Answered = Awaited<ReturnType<typeof answered>>;

const sign = (
  { id, message }: { readonly id: string; readonly message: Ref },
  { token }: Pick<Person, 'token'>,
  response: Assertion,
) =>
  responseTo(
    bearer(token).calls('signAnswer', { ...response, inboxId: id, messageId: message.id }),
  );

const signWith = (of: Answered, authenticator: SoftwareAuthenticator) =>
  sign(of, of.recipient, authenticator.get(of.message.written.hash));

const verificationOf = async ({ message }: Pick<Answered, 'message'>) => {
  const input = { id: message.written.verificationId };
  return (await visitor().calls('viewVerification', input)).data[0];
};

const isSigned = async (of: Answered): Promise<boolean> =>
  (await verificationOf(of)).signature !== null;

/** Whether a signature is one of this hash by this COSE key (ES256), without the library that the server uses. */
function isSignatureOf(hash: string, signature: Record<string, string>): boolean {
  const bytes = (name: string) => Buffer.from(signature[name] ?? '', 'base64url');
  const cose = bytes('publicKey');
  const [x, y] = [cose.subarray(10, 42), cose.subarray(45, 77)];
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
  const { challenge } = JSON.parse(bytes('clientDataJSON').toString());
  const signed = Buffer.concat([
    bytes('authenticatorData'),
    createHash('sha256').update(bytes('clientDataJSON')).digest(),
  ]);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return challenge === hash && verify('sha256', signed, key, bytes('signature'));
}

describe('signAnswer', () => {
  test('signs an answer with a passkey, which both sides and everybody who checks it see', async () => {
    const of = await answered();
    const { http, body } = await signWith(of, of.authenticator);
    expect(http).toBe(200);
    const { signedAt } = body.data[0].written;
    expect(body.data[0].written).toEqual({
      ...of.message.written,
      signedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { token } = of.sender;
    const seen = await responseTo(bearer(token).readsOrder(of));
    expect(seen.body.data[0].written.signedAt).toBe(signedAt);
    expect((await verificationOf(of)).signature).toMatchObject({ signedAt });
  });

  test('attaches a signature that anybody can check with the key and the statement', async () => {
    const of = await answered();
    await signWith(of, of.authenticator);
    const { statement, signature } = await verificationOf(of);
    const hash = createHash('sha256').update(statement).digest('base64url');
    expect(isSignatureOf(hash, signature)).toBe(true);
    expect(isSignatureOf(createHash('sha256').update('x').digest('base64url'), signature)).toBe(
      false,
    );
  });

  test('leaves the signature and its key when the passkey is removed', async () => {
    const of = await answered();
    await signWith(of, of.authenticator);
    const before = await verificationOf(of);
    const { token } = of.recipient;
    const [{ id: passkeyId }] = (await bearer(token).calls('viewPasskeys')).data;
    const removed = await responseTo(
      bearer(token).calls('removePasskey', { passkeyId, password: PASSWORD }),
    );
    expect(removed.http).toBe(200);
    expect(await verificationOf(of)).toEqual(before);
  });

  test('changes nothing when the answer is signed again, also with another passkey', async () => {
    const of = await answered();
    const response = of.authenticator.get(of.message.written.hash);
    const first = await sign(of, of.recipient, response);
    const before = await verificationOf(of);
    world.advance(60_000);
    const repeated = await sign(of, of.recipient, response);
    const other = await signWith(of, await withPasskey(of.recipient));
    expect([repeated.http, other.http]).toEqual([200, 200]);
    expect(repeated.body.data[0].written).toEqual(first.body.data[0].written);
    expect(await verificationOf(of)).toEqual(before);
  });

  test('of two calls at once attaches one signature, to both items', async () => {
    const of = await answered();
    const other = await withPasskey(of.recipient);
    const outcomes = await Promise.all([signWith(of, of.authenticator), signWith(of, other)]);
    expect(outcomes.map(({ http }) => http)).toEqual([200, 200]);
    const stored = await table.get<{ signature: { signedAt: number } }>(
      verificationKey(of.message.written.verificationId),
    );
    const message = await table.get<{ signedAt: number }>(messageKey(of.id, of.message.id));
    expect(stored?.signature.signedAt).toBe(message?.signedAt);
  });

  test('is possible until 24 hours after the answer, and WRONG_STATUS from then on', async () => {
    const [early, late] = [await answered(), await answered()];
    world.advance(SIGNING_TIME - 60_000);
    const { token } = await signedIn(early.recipient.user, world.now());
    const response = early.authenticator.get(early.message.written.hash);
    expect((await sign(early, { token }, response)).http).toBe(200);
    world.advance(60_000);
    const { token: lateToken } = await signedIn(late.recipient.user, world.now());
    const lateResponse = late.authenticator.get(late.message.written.hash);
    const { http, body } = await sign(late, { token: lateToken }, lateResponse);
    expect([http, body.status]).toEqual([409, 'WRONG_STATUS']);
    expect(body.message).toBe('An answer can be signed within 24 hours after it was sent.');
    expect(await isSigned(late)).toBe(false);
  });

  test('refuses a signature of another challenge, such as that of another answer, with FORBIDDEN', async () => {
    const [of, other] = [await answered(), await answered()];
    const response = of.authenticator.get(other.message.written.hash);
    const { http, body } = await sign(of, of.recipient, response);
    expect([http, body.status]).toEqual([403, 'FORBIDDEN']);
    expect(await isSigned(of)).toBe(false);
  });

  test.each([
    ['from another origin', { origin: 'https://replypaid.evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['of a device that did not check who uses it', { userVerified: false }],
  ])('refuses a signature %s with FORBIDDEN', async (_, ways) => {
    const of = await answered();
    const response = of.authenticator.get(of.message.written.hash, ways);
    expect((await sign(of, of.recipient, response)).http).toBe(403);
    expect(await isSigned(of)).toBe(false);
  });

  test('refuses a passkey of somebody else with FORBIDDEN', async () => {
    const of = await answered();
    const theirs = await withPasskey(of.sender);
    expect((await signWith(of, theirs)).http).toBe(403);
    expect(await isSigned(of)).toBe(false);
  });

  test('refuses the sender, whose answer it is not, with FORBIDDEN', async () => {
    const of = await answered();
    const theirs = await withPasskey(of.sender);
    const { http, body } = await sign(of, of.sender, theirs.get(of.message.written.hash));
    expect([http, body.status]).toEqual([403, 'FORBIDDEN']);
  });

  test('refuses strangers, and a message that there is not, with NOT_FOUND', async () => {
    const of = await answered();
    const stranger = await newPerson(world);
    const response = of.authenticator.get(of.message.written.hash);
    expect((await sign(of, stranger, response)).http).toBe(404);
    const missing = { ...of, message: { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
    expect((await sign(missing, of.recipient, response)).http).toBe(404);
  });

  test('refuses a free reply, and the answer to a help ticket, with WRONG_STATUS', async () => {
    const of = await answered();
    const response = of.authenticator.get(of.message.written.hash);
    const input = { inboxId: of.id, conversationStatus: 'OPEN', messageBody: '<p>One more.</p>' };
    const reply = await responseTo(of.recipient.calls('createInboxMessage', input));
    const refused = await sign({ ...of, message: reply.body.data[0] }, of.recipient, response);
    expect([refused.http, refused.body.message]).toEqual([
      409,
      'Only a paid answer can be signed.',
    ]);
    const { support, order } = await pendingTicket(world, await newPerson(world));
    const message = await support.answers(order);
    expect((await sign({ id: order.id, message }, support, response)).body.status).toBe(
      'WRONG_STATUS',
    );
  });

  test('refuses a signature that is not base64url with INVALID_INPUT', async () => {
    const of = await answered();
    const response = of.authenticator.get(of.message.written.hash);
    const { http, body } = await sign(of, of.recipient, { ...response, signature: 'not base64!' });
    expect([http, Object.keys(body.fields)]).toEqual([400, ['signature']]);
  });
});
