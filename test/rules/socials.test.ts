import { describe, expect, test } from '@jest/globals';
import { SOCIAL_NETWORKS, social, socialUrl } from '../../shared/rules/profiles/socials.ts';

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

  test('of one network is refused for another', () => {
    expect(fault('tikTok', 'https://www.instagram.com/ada')).toBeDefined();
    expect(fault('instagram', 'https://www.tiktok.com/@ada')).toBeDefined();
  });
});
