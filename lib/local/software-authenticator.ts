import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Assertion, Attestation } from '#shared/rules/auth/passkeys.ts';

/*
 * A software authenticator: makes a passkey without attestation and signs challenges with it, with ES256, as a phone does. Each of
 * its ways can be wrong on purpose. https://www.w3.org/TR/webauthn-3/
 */

type Ways = {
  /** The origin of the page that asks. */
  readonly origin?: string;
  /** The relying party that the authenticator signs for. */
  readonly rpId?: string;
  /** Whether the authenticator checked who uses it. */
  readonly userVerified?: boolean;
  /** The signature counter that it signs; by default it counts on from 1. */
  readonly counter?: number;
  readonly userHandle?: string;
  /** Whether it signs its new key with that key, which browsers pass on although no attestation is asked for. */
  readonly attestsItself?: boolean;
};

export type SoftwareAuthenticator = ReturnType<typeof authenticatorOf>;

/** The key of a passkey, as it is stored: the credential id (base64url) and the private key (PEM). */
export type PasskeyKey = { readonly credentialId: string; readonly privateKey: string };

export function newPasskeyKey(): PasskeyKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    credentialId: randomBytes(32).toString('base64url'),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** An authenticator with one key, for pages of an origin. */
export function authenticatorOf(ownOrigin: string, key: PasskeyKey = newPasskeyKey()) {
  const privateKey = createPrivateKey(key.privateKey);
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const credentialId = Buffer.from(key.credentialId, 'base64url');
  let counted = 0;

  const authenticatorData = (ways: Ways, attested: Buffer = Buffer.alloc(0)): Buffer => {
    const { rpId = hostOf(ownOrigin), userVerified = true } = ways;
    const flags = PRESENT | (userVerified ? VERIFIED : 0) | (attested.length > 0 ? ATTESTED : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(ways.counter ?? counted);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested]);
  };

  const signed = (data: Buffer, clientDataJSON: string): Buffer =>
    sign(
      'sha256',
      Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]),
      privateKey,
    );

  /** The statement of a self-attestation, in CBOR: the algorithm and the signature. */
  function selfAttestation(data: Buffer, clientDataJSON: string): Buffer[] {
    const signature = signed(data, clientDataJSON);
    const es256 = Buffer.from([0x26]);
    const bytes = Buffer.from([0x58, signature.length]);
    return [Buffer.from([0xa2]), text('alg'), es256, text('sig'), bytes, signature];
  }

  return {
    credentialId: credentialId.toString('base64url'),

    /** Responds to the challenge of a registration. */
    create(challenge: string, ways: Ways = {}): Attestation {
      const coseKey = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey,
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      ]);
      const data = authenticatorData(ways, attested);
      const clientDataJSON = clientData('webauthn.create', challenge, ways.origin ?? ownOrigin);
      const attestation = ways.attestsItself
        ? [text('packed'), text('attStmt'), ...selfAttestation(data, clientDataJSON)]
        : [text('none'), text('attStmt'), Buffer.from([0xa0])];
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        ...attestation,
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJSON,
        attestationObject: attestationObject.toString('base64url'),
        transports: 'internal,hybrid',
      };
    },

    /** Signs a challenge. */
    get(challenge: string, ways: Ways = {}): Assertion {
      counted += 1;
      const data = authenticatorData(ways);
      const clientDataJSON = clientData('webauthn.get', challenge, ways.origin ?? ownOrigin);
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signed(data, clientDataJSON).toString('base64url'),
        ...(ways.userHandle !== undefined && { userHandle: ways.userHandle }),
      };
    },
  };
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

const hostOf = (origin: string) => new URL(origin).hostname;
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
/** A short text in CBOR. */
const text = (value: string) =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  );
