import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { cleanBio, picturesIn, placePictures, sanitizeMessage } from '#functions/html.ts';
import { linksBack } from '#functions/links/rel-me.ts';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { readDeviceTokens } from '#shared/device-token.ts';
import { Refusal } from '#shared/refusals.ts';
import { networkOf } from '#shared/rules/auth/network-addresses.ts';
import { readProof } from '#shared/rules/auth/proof-of-work.ts';
import { previewOf } from '#shared/rules/chat/chats.ts';
import { isEmptyDraft } from '#shared/rules/conversations/drafts.ts';
import { MESSAGE_HTML_MAX, plainText } from '#shared/rules/conversations/messages.ts';
import { BIO_HTML_MAX, bioFault, bioLength } from '#shared/rules/profiles/bios.ts';
import { dataUrlBody } from '#shared/rules/profiles/pictures.ts';
import { fold } from '#shared/rules/search/search.ts';
import { oneLine, visible } from '#shared/rules/text.ts';
import { isSigned } from '#shared/rules/webhook-deliveries.ts';
import { decodeForm } from '#shared/wire.ts';
import { writtenPart } from '#web/ui/written-part.ts';
import { superlinearGrowth } from '../support/linear-time.ts';

/* Every parser of user input takes linear and not quadratic time. */

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  bioFault,
  bioLength,
  dataUrlBody,
  decodeForm: (text) => orRefusal(() => decodeForm(text)),
  fold,
  isEmptyDraft: (text) => isEmptyDraft({ subject: '', text }),
  isSigned,
  linksBack: (html) => linksBack(html, 'https://replypaid.test/ana'),
  networkOf,
  oneLine,
  picturesIn,
  placePictures: (text) => placePictures(text, []),
  plainText,
  previewOf,
  readDeviceTokens,
  readProof,
  visible,
  writtenPart,
};

test.each(Object.entries(PARSERS))('%s takes linear time', (_name, read) => {
  expect(superlinearGrowth(read)).toBeUndefined();
});

/** Sanitizers are not linear, because the HTML parser moves an array of open elements. They are fast up to their maximum. */
const SANITIZERS: readonly [string, number, (html: string) => unknown][] = [
  ['sanitizeMessage', MESSAGE_HTML_MAX, sanitizeMessage],
  ['cleanBio', BIO_HTML_MAX, (html) => orRefusal(() => cleanBio(html, () => true))],
];

test.each(SANITIZERS)('%s is fast up to %d characters', (_name, length, clean) => {
  expect(superlinearGrowth(clean, length)).toBeUndefined();
});

function orRefusal(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

describe('each input field is decoded in linear time', () => {
  const measured = new Set<unknown>();
  /** A schema takes as long in one input as in another, unless the input has checks of its own, which read the field again. */
  const isNew = ({ shape, _zod: { def } }: OperationSpec['input'], field: string) => {
    const hasChecks = (def.checks ?? []).length > 0;
    const isFirst = !measured.has(shape[field]);
    measured.add(shape[field]);
    return isFirst || hasChecks;
  };
  const inputs = Object.values<OperationSpec>(operations)
    .map(({ name, input }) => ({
      name,
      input,
      fields: Object.keys(input.shape).filter((field) => isNew(input, field)),
    }))
    .filter(({ fields }) => fields.length > 0);

  test.each(inputs)('$name', ({ input, fields }) => {
    for (const field of fields) {
      const fault = superlinearGrowth((text) => z.safeDecode(input, { [field]: text }));
      expect({ field, fault }).toEqual({ field, fault: undefined });
    }
  });
});
