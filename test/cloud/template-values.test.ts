import { expect, test } from '@jest/globals';
import { PRODUCTION, synthesise } from './synthesise.ts';
import { templateValues } from './template-values.ts';

/** A changed line means a changed timeout, limit, retention, threshold, policy or header of the deployed product. */
test('every resource of a production stage has the values in the snapshot', () => {
  const lines = templateValues(synthesise({ settings: PRODUCTION }), PRODUCTION);
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});
