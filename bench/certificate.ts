import { generateKeyPairSync, sign } from 'node:crypto';

/* A self-signed certificate for 127.0.0.1, because functions call AWS over HTTPS and Node has no command that makes one. */

/** Makes a certificate and its key, as PEM. It is valid for a day. */
export function makeCertificate(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, utf8('127.0.0.1'))));
  const content = sequence(
    explicit(0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(Date.now() - DAY), time(Date.now() + DAY)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    explicit(3, sequence(sequence(SUBJECT_ALT_NAME, octets(sequence(LOOPBACK))))),
  );
  const signature = sign('sha256', content, privateKey);
  const der = sequence(content, ECDSA_WITH_SHA256, element(0x03, Buffer.of(0), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

const DAY = 24 * 60 * 60 * 1_000;

/** Encodes one element of DER (ITU-T X.690): its tag, its length and its content. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => element(0x30, ...parts);
const set = (...parts: readonly Buffer[]) => element(0x31, ...parts);
const explicit = (tag: number, content: Buffer) => element(0xa0 + tag, content);
const integer = (value: number) => element(0x02, Buffer.of(value));
const utf8 = (text: string) => element(0x0c, Buffer.from(text));
const octets = (content: Buffer) => element(0x04, content);
/** An object identifier in its encoded form. */
const identifier = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
/** `YYMMDDHHMMSSZ`. */
const time = (moment: number) =>
  element(0x17, Buffer.from(`${new Date(moment).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

/** 2.5.4.3 */
const COMMON_NAME = identifier('550403');
/** 2.5.29.17 */
const SUBJECT_ALT_NAME = identifier('551d11');
/** 1.2.840.10045.4.3.2 */
const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
const LOOPBACK = element(0x87, Buffer.of(127, 0, 0, 1));
