import { expect, test } from '@jest/globals';
import { STRIPE_RESOURCES } from '../../lib/left-out-code.ts';
import { filesUnder } from '../house/source-files.ts';

/* The parts of packages that bundles leave out (lib/left-out-code.ts) are used by no function. */

/** The package's name of a resource: `balanceTransactions` is in BalanceTransactions.js. */
const fileOf = (resource: string) => resource.charAt(0).toUpperCase() + resource.slice(1);

test('bundles contain exactly the resources of Stripe that functions and the commands of operators call', () => {
  const called = filesUnder('functions').flatMap(({ text }) =>
    [...text.matchAll(/\bclient\s*\.(\w+)\s*\.\w+\(/g)].map(([, resource = '']) =>
      fileOf(resource),
    ),
  );
  expect([...new Set(called)].filter((name) => name !== 'MiddlewareStack').sort()).toEqual(
    STRIPE_RESOURCES,
  );
});

test('no text may keep a style attribute, whose parser bundles leave out', () => {
  const sanitizer = filesUnder('functions').filter(({ text }) => text.includes("'sanitize-html'"));
  expect(sanitizer.map(({ path }) => path)).toEqual(['functions/html.ts']);
  expect(sanitizer[0]?.text).toContain('parseStyleAttributes: false');
  expect(sanitizer[0]?.text).not.toMatch(/['"]style['"]|allowedStyles/);
});
