import { beforeAll, expect, test } from '@jest/globals';
import { isRead, needsSession } from '#shared/api/function-definition.ts';
import { operationList } from '#test/usual-calls/usual-calls.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';
import { CALLERS, measureRow } from './callers.ts';
import { MATRIX } from './matrix.ts';
import { addRow } from './matrix-file.ts';
import { meaningOf, rowText } from './notation.ts';

const world = worldOfFile();
beforeAll(() => {
  // All callers in this file have the same IP address.
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, peoplePerAddress: 1_000 });
});

const operations = operationList().map((operation) => ({
  ...operation,
  name: operation.definition.name,
}));

/** `npm run accept -- access` writes the rows that are missing, and changes none. */
const isWriting = process.env.WRITE_MISSING_ROWS !== undefined;

test.each(operations)(
  '$name responds to every kind of caller as listed in the matrix',
  async (operation) => {
    const { name } = operation;
    if (isWriting && MATRIX.has(name)) return;
    const { answers, wrongs } = await measureRow(world, operation);
    if (isWriting) {
      // A row is written once, so one with a fault in it would stay.
      expect(answers.filter((answer) => answer.startsWith('<'))).toEqual([]);
      return addRow(name, rowText(name, answers));
    }
    const expected = MATRIX.get(name);
    const differences = expected
      ? Object.keys(CALLERS).flatMap((caller, column) => {
          const [said = '', got = ''] = [expected[column], answers[column]];
          return said === got
            ? []
            : [`${caller}: the matrix says ${meaningOf(said)}, it answers ${meaningOf(got)}`];
        })
      : ['It has no row. `npm run accept -- access` writes it.'];
    if (differences.length > 0)
      throw new Error(
        `${name}:\n${differences.join('\n')}\nWhere every answer is as it should be, the row is:\n${rowText(name, answers)}`,
      );
    expect(wrongs).toEqual([]);
  },
);

test('every operation that writes for signed-in callers refuses them once their session has ended', () => {
  const writing = operations.filter(({ definition }) => needsSession(definition));
  const columns = ['signed out', 'blocked'].map((caller) => Object.keys(CALLERS).indexOf(caller));
  const open = writing.filter(({ name }) => columns.some((nth) => MATRIX.get(name)?.[nth] !== 's'));
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('signing out and the read and typing markers of chats are the only writes without a session check', () => {
  const without = operations.filter(
    ({ definition }) =>
      definition.who !== 'anyone' &&
      // The key of hashes writes nothing: three lists of messages sign the addresses of pictures with it.
      definition.uses.some((use) => !isRead(use) && use !== 'hashKey') &&
      !needsSession(definition),
  );
  expect(without.map(({ name }) => name)).toEqual([
    'signOut',
    'createChatRead',
    'markChatAsTyping',
    'removeChatAsTyping',
  ]);
});
