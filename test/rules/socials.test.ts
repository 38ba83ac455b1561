import { describe, expect, test } from '@jest/globals';
import { SOCIAL_NETWORKS, social, socialUrl } from '#shared/rules/profiles/socials.ts';

const fault = (network: (typeof SOCIAL_NETWORKS)[number], typed: unknown) =>
  social(network).safeParse(typed).error?.issues[0]?.message;

describe('a social handle', () => {
  test.each(SOCIAL_NETWORKS)('for %s may have an @ or none, and may be empty', (network) => {
    for (const typed of ['ada', '@ada', ' ada ', '', '  ', undefined])
      expect(fault(network, typed)).toBeUndefined();
    expect(social(network).parse(' @ada ')).toBe('@ada');
    expect(socialUrl(network, 'ada')).toMatch(/^https:\/\//);
  });

  test.each(SOCIAL_NETWORKS)('for %s may not be a link to another site', (network) => {
    for (const typed of [
      'https://example.com/ada',
      'javascript:alert(1)',
      'data:text/html,x',
      'two words',
      'https://instagram.com/a\u202eb',
      'https://bsky.app/profile/a\tb',
      'www.tiktok.com\\@ada/x',
      'linkedin.com/in/a b',
      'youtube.com/\u200b@ada',
      '<b>ada</b>',
      'https://user:password@www.instagram.com.example.com/ada',
      'a'.repeat(201),
      7,
    ])
      expect(fault(network, typed)).toMatch(
        /^Please enter your .+ name or the address of your page there$/,
      );
  });

  test('may not be a link to a host whose name only begins or ends like the network’s', () => {
    for (const host of [
      'notinstagram.com',
      'instagram.com.example.com',
      'instagram.com@example.com',
    ])
      expect(fault('instagram', `https://${host}/ada`)).toBeDefined();
    expect(fault('instagram', 'https://m.instagram.com/ada')).toBeUndefined();
  });

  test.each([
    ['instagram', 'x'.repeat(30), true],
    ['instagram', 'x'.repeat(31), false],
    ['instagram', 'a-b', false],
    ['tikTok', 'x'.repeat(24), true],
    ['tikTok', 'x'.repeat(25), false],
    ['linkedin', 'xy', true],
    ['linkedin', 'x', false],
    ['linkedin', 'x'.repeat(100), true],
    ['linkedin', 'x'.repeat(101), false],
    ['linkedin', 'zoë-2', true],
    ['linkedin', 'a.b', false],
    ['youTube', 'xy', true],
    ['youTube', 'x', false],
    ['youTube', 'x'.repeat(30), true],
    ['youTube', 'x'.repeat(31), false],
    ['youTube', 'zoë.2·b', true],
    ['youTube', 'a+b', false],
    ['bluesky', 'ada-2.Example.com', true],
    ['bluesky', 'ada..com', false],
    ['bluesky', 'ada_l', false],
    ['instagram', '@@ada', false],
    ['instagram', 'a@da', false],
    ['youTube', 'https://m.youtube.com/@ada', true],
    ['instagram', ' ada ', true],
    ['instagram', '', false],
    ['instagram', undefined, false],
    ['instagram', 'https://www.instagram.com:8443/ada', false],
    ['instagram', 'https://me@www.instagram.com/ada', false],
    ['instagram', 'https://:secret@www.instagram.com/ada', false],
    ['instagram', 'xhttps://www.instagram.com/ada', false],
    ['instagram', 'HTTP://www.instagram.com/ada', true],
    ['instagram', 'https://[/ada', false],
  ] as const)('for %s written as %s is valid: %s', (network, typed, valid) =>
    expect(socialUrl(network, typed) !== null).toBe(valid),
  );

  test('is part of an address in which other signs are escaped', () => {
    expect(socialUrl('linkedin', 'zoë')).toBe('https://www.linkedin.com/in/zo%C3%AB');
    expect(socialUrl('youTube', 'zoë')).toBe('https://www.youtube.com/@zo%C3%AB');
    expect(socialUrl('instagram', 'http://instagram.com/ada')).toBe('https://instagram.com/ada');
  });

  test('is asked for by the name of its network', () =>
    expect(SOCIAL_NETWORKS.map((network) => fault(network, 7)?.split(' ')[3])).toEqual([
      'Bluesky',
      'Instagram',
      'TikTok',
      'LinkedIn',
      'YouTube',
    ]));

  test('of one network is refused for another', () => {
    expect(fault('tikTok', 'https://www.instagram.com/ada')).toBeDefined();
    expect(fault('instagram', 'https://www.tiktok.com/@ada')).toBeDefined();
  });
});
