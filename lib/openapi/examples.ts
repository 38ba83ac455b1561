import { CATEGORIES } from '#shared/rules/profiles/categories.ts';
import type { Json } from './schemas.ts';

/* Generates example values from JSON schemas, deterministically. */

const TINY_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const LETTER =
  '<p>You wrote that the engine weaves algebraic patterns just as the loom weaves flowers and leaves. How far does that go: could it compose music, if the rules of harmony were written down for it? A few sentences on what would have to be written down first would help me a lot.</p>';

const ID = '01KAQ3V9N8X5Y7Z2M4B6C8D0E1';

const [CATEGORY] = CATEGORIES;

/** Example texts by field name, where the schema does not tell the format. */
const TEXTS: Readonly<Record<string, string>> = {
  base64Image: TINY_PNG,
  creditCardName: 'Ada Lovelace',
  password: 'Correct-Horse-7-Battery',
  oldPassword: 'Correct-Horse-7-Battery',
  newPassword: 'Analytical-Engine-1837',
  phoneNumber: '+12025550123',
  nextPhoneNumber: '+12025550124',
  email: 'ada@example.com',
  verificationCode: '123456',
  code: '123456',
  oldCode: '654321',
  phoneCode: '654321',
  paymentMethodId: 'pm_card_visa',
  categoryId: CATEGORY?.id ?? '',
  subCategoryId: CATEGORY?.subCategories[0]?.id ?? '',
  secondSubCategoryId: CATEGORY?.subCategories[1]?.id ?? '',
  thirdSubCategoryId: '',
  listing: 'SHOWN',
  messageSubject: 'A question about notes',
  messageText: LETTER,
  messageBody: LETTER,
  body: LETTER,
  text: 'This person pretends to be Ada Lovelace, whom I know.',
  cursor: 'eyJuIjoyMH0',
  searchText: 'lovelace',
  referralCode: 'ADA1815',
  invitedByCode: 'ADA1815',
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  // The keys of the example in RFC 8291, section 5.
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  linkUrl: 'https://example.com/notes',
  reason: 'A report of a fake profile',
  // Bytes of a passkey in base64url, shortened.
  credentialId: '_pJ0eXBlOndlYmF1dGhu',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oA',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDQ0gVu3iV0mSTi',
  userHandle: 'MDFLQVEzVjlOOFg1WTdaMk00QjZDOEQwRTE',
  transports: 'internal,hybrid',
  passkeyId: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  keptPasskeys: '["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"]',
  challenge: 'Hn3Dr1kq0rXgGJmZ0tB0n6s5QmZk9r5vO1u3p2w8x7Y',
  confirmation: 'Hn3Dr1kq0rXgGJmZ0tB0n6s5QmZk9r5vO1u3p2w8x7Y',
  link: 'Hn3Dr1kq0rXgGJmZ0tB0n6s5QmZk9r5vO1u3p2w8x7Y',
  tiers:
    '[{"name":"Short answer","price":"10.00","promise":"One clear answer","minimumLength":200}]',
  prompts: '[{"question":"What have you tried already?","required":true}]',
  answers: '[{"question":"What have you tried already?","text":"A humidifier."}]',
  attachments: `["${ID}"]`,
  placedPictures: `[{"attachmentId":"${ID}","position":2,"caption":"The north wall"}]`,
  peaks: JSON.stringify(Array(70).fill(40)),
  edits: '[{"part":"answer","start":5,"end":8,"kind":"PARTICIPANT"}]',
  via: 'qr',
  tierId: '9f86d081884c7d659a2feaa0c55ad015',
  tier: '9f86d081884c7d659a2feaa0c55ad015',
  browser: 'Chrome on Android',
  turnOn: 'push:payout.paid',
  turnOff: 'push:chat.messageSent',
  quietFrom: '22:00',
  quietTo: '07:00',
  timeZone: 'America/New_York',
};

/** Generates an example of a schema. `name` is the name of the field; references are resolved in `components`. */
export function exampleOf(schema: Json, components: Json, name = ''): unknown {
  const again = (one: unknown, field = name) => exampleOf(one as Json, components, field);
  if (typeof schema.$ref === 'string')
    return again(components[schema.$ref.split('/').at(-1) ?? '']);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((option) => option !== '');
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((one) => again(one)));
  if (Array.isArray(schema.anyOf)) return again(schema.anyOf[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Json).map(([key, one]) => [key, again(one, key)]),
    );
  if (type === 'array') return [again(schema.items)];
  if (type === 'boolean') return true;
  if (type === 'integer') return 3;
  if (type === 'number') return /dollars/.test(String(schema.description)) ? 8.5 : 3;
  return textOf(schema, name);
}

function textOf({ format, pattern }: Json, name: string): string {
  const text = TEXTS[name];
  if (text !== undefined && (typeof pattern !== 'string' || new RegExp(pattern).test(text)))
    return text;
  if (format === 'date-time') return '2026-03-01T12:00:00.000Z';
  if (/url$/i.test(name) || format === 'uri') return 'https://replypaid.example/ada';
  if (/(^i|I|_i)ds?$/.test(name)) return ID;
  if (/username$/i.test(name)) return 'ada.lovelace';
  return /(sender|recipient|user|full)_?name$/i.test(name) ? 'Ada Lovelace' : 'Text';
}
