import { describe, expect, test } from '@jest/globals';
import { handler as checkUser } from '#functions/auth/checkUser.ts';
import { handler as updateUserSocialLinks } from '#functions/profiles/updateUserSocialLinks.ts';
import { call } from '../../support/call.ts';
import { profileOf } from '../../support/offers.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const save = (input: Record<string, string>, token?: string) =>
  call(updateUserSocialLinks, input, { token });

describe('social links', () => {
  test('are stored as typed and link to the right page, from a handle or an address', async () => {
    const { user, token } = await newPerson(world);
    const typed = {
      socialBluesky: 'ada',
      socialInstagram: '@ada.lovelace',
      socialTikTok: 'https://www.tiktok.com/@ada',
      socialLinkedin: 'linkedin.com/in/ada',
      socialYouTube: ' @ada ',
    };
    expect((await save(typed, token)).body).toEqual({ status: 'SUCCESS' });
    expect(await profileOf({ user })).toMatchObject({
      ...typed,
      socialYouTube: '@ada',
      socialBlueskyUrl: 'https://bsky.app/profile/ada.bsky.social',
      socialInstagramUrl: 'https://www.instagram.com/ada.lovelace',
      socialTikTokUrl: 'https://www.tiktok.com/@ada',
      socialLinkedinUrl: 'https://linkedin.com/in/ada',
      socialYouTubeUrl: 'https://www.youtube.com/@ada',
    });
    const own = await call(checkUser, {}, { method: 'GET', token });
    expect(own.body.data[0].socialInstagram).toBe('@ada.lovelace');
  });

  test('are removed when their field is empty or missing', async () => {
    const { user, token } = await newPerson(world, {
      socials: { instagram: 'ada', tikTok: 'ada', bluesky: 'ada' },
    });
    expect((await save({ socialInstagram: 'eve', socialTikTok: ' ' }, token)).http).toBe(200);
    expect(await profileOf({ user })).toMatchObject({
      socialInstagram: 'eve',
      socialTikTok: '',
      socialTikTokUrl: null,
      socialBluesky: '',
    });
  });

  test('that are invalid are refused at their own field, and nothing is saved', async () => {
    const { user, token } = await newPerson(world, { socials: { tikTok: 'ada' } });
    const answer = await save(
      {
        socialBluesky: 'not a name',
        socialInstagram: 'https://example.com/ada',
        socialTikTok: 'eve',
        socialLinkedin: 'javascript:alert(1)',
        socialYouTube: 'x'.repeat(201),
      },
      token,
    );
    expect([answer.http, answer.body.status]).toEqual([400, 'INVALID_INPUT']);
    const sentence = (name: string) =>
      `Please enter your ${name} name or the address of your page there`;
    expect(answer.body.fields).toEqual({
      socialBluesky: sentence('Bluesky'),
      socialInstagram: sentence('Instagram'),
      socialLinkedin: sentence('LinkedIn'),
      socialYouTube: sentence('YouTube'),
    });
    expect((await profileOf({ user })).socialTikTok).toBe('ada');
  });
});
