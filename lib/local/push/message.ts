import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { jwtVerify } from 'jose';

/*
 * Checks push messages as their receivers do: the push service verifies the signature (RFC 8292), and the device decrypts the
 * text (RFC 8291 over RFC 8188). It follows the standards and shares no code with the library that sends.
 */

/** The keys of a device; the public one in base64url is its `p256dh`. */
export type DeviceKeys = { readonly privateKey: string; readonly auth: string };

const SALT = 16;
const RECORD_SIZE = 4;
const TAG = 16;

/** Decrypts a message for this device. Throws if it is for another one or was modified. */
export function textOf(body: Buffer, keys: DeviceKeys): string {
  const salt = body.subarray(0, SALT);
  const idLength = body.readUInt8(SALT + RECORD_SIZE);
  const start = SALT + RECORD_SIZE + 1;
  const senderKey = body.subarray(start, start + idLength);
  const record = body.subarray(start + idLength);

  const curve = curveOf(keys);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const secret = curve.computeSecret(senderKey);
  const material = hkdfSync('sha256', secret, Buffer.from(keys.auth, 'base64url'), info, 32);
  const derive = (what: string, bytes: number) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(material), salt, `Content-Encoding: ${what}\0`, bytes),
    );

  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
  // The last record ends with a 2, followed by zeros as padding.
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('the message is not padded as its last record has to be');
  return padded.subarray(0, end).toString('utf8');
}

function curveOf({ privateKey }: DeviceKeys): ECDH {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return curve;
}

const LONGEST_TOKEN = 24 * 60 * 60;

/** Returns the public key (base64url) that signed a message to this service. Throws if the signature is invalid. */
export async function senderOf(authorization: string, audience: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (!token) throw new Error('the message is not signed');
  const { payload } = await jwtVerify(token, publicKeyOf(key), {
    algorithms: ['ES256'],
    audience,
    requiredClaims: ['exp', 'sub'],
  });
  if ((payload.exp ?? 0) > Date.now() / 1_000 + LONGEST_TOKEN)
    throw new Error('the signature is good for longer than a day');
  if (!/^(mailto:|https:)/.test(payload.sub ?? ''))
    throw new Error('the signature names nobody to complain to');
  return key;
}

function publicKeyOf(key: string): KeyObject {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}
