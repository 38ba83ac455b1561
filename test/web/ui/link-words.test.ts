import { expect, test } from '@jest/globals';
import { addressInsteadOf } from '#web/ui/link-words.ts';

test.each([
  ['paypal.com', 'https://evil.example/', 'https://evil.example/'],
  ['https://paypal.com/login', 'https://evil.example/a', 'https://evil.example/a'],
  ['www.paypal.com', 'https://paypal.com.evil.example/', 'https://paypal.com.evil.example/'],
  ['https://раypal.com', 'https://раypal.com', 'https://xn--ypal-43d9g.com/'],
  ['https://аррӏе.com/x', 'https://аррӏе.com/x', 'https://xn--80ak6aa92e.com/x'],
  ['https://gοοgle.com', 'https://gοοgle.com', 'https://xn--ggle-0nda.com/'],
])('a link called %j to %s is shown as %s', (words, href, shown) =>
  expect(addressInsteadOf(words, href)).toBe(shown),
);

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['example.com', 'https://example.com/some/page'],
  ['HTTPS://Example.com', 'https://example.com/'],
  ['my paper', 'https://example.com/'],
  ['Read this. Please', 'https://example.com/'],
  ['https://müller.de/ü', 'https://müller.de/ü'],
  ['https://почта.рф', 'https://почта.рф'],
  ['https://пример.com', 'https://пример.com'],
  ['https://例え.jp', 'https://例え.jp'],
  ['https://xn--mller-kva.de', 'https://müller.de/'],
])('a link called %j to %s keeps its words', (words, href) =>
  expect(addressInsteadOf(words, href)).toBeUndefined(),
);
