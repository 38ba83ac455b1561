import { describe, expect, test } from '@jest/globals';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

describe('social links', () => {
  test('are stored as typed and link to the right page, from a handle or an address', async () => {
    const person = await newPerson(world);
    const typed = {
      socialBluesky: 'ada',
      socialInstagram: '@ada.lovelace',
      socialTikTok: 'https://www.tiktok.com/@ada',
      socialLinkedin: 'linkedin.com/in/ada',
      socialYouTube: ' @ada ',
    };
    expect(await person.setsSocials(typed)).toEqual({ status: 'SUCCESS' });
    expect(await visitor().profileOf(person)).toMatchObject({
      ...typed,
      socialYouTube: '@ada',
      socialBlueskyUrl: 'https://bsky.app/profile/ada.bsky.social',
      socialInstagramUrl: 'https://www.instagram.com/ada.lovelace',
      socialTikTokUrl: 'https://www.tiktok.com/@ada',
      socialLinkedinUrl: 'https://linkedin.com/in/ada',
      socialYouTubeUrl: 'https://www.youtube.com/@ada',
    });
    expect((await person.account()).socialInstagram).toBe('@ada.lovelace');
  });

  test('are removed when their field is empty or missing', async () => {
    const person = await newPerson(world, {
      socials: { instagram: 'ada', tikTok: 'ada', bluesky: 'ada' },
    });
    await person.setsSocials({ socialInstagram: 'eve', socialTikTok: ' ' });
    expect(await visitor().profileOf(person)).toMatchObject({
      socialInstagram: 'eve',
      socialTikTok: '',
      socialTikTokUrl: null,
      socialBluesky: '',
    });
  });

  test('that are invalid are refused at their own field, and nothing is saved', async () => {
    const person = await newPerson(world, { socials: { tikTok: 'ada' } });
    const saving = person.setsSocials({
      socialBluesky: 'not a name',
      socialInstagram: 'https://example.com/ada',
      socialTikTok: 'eve',
      socialLinkedin: 'javascript:alert(1)',
      socialYouTube: 'x'.repeat(201),
    });
    const sentence = (name: string) =>
      `Please enter your ${name} name or the address of your page there`;
    await expectRefused(saving, 400, 'INVALID_INPUT', {
      socialBluesky: sentence('Bluesky'),
      socialInstagram: sentence('Instagram'),
      socialLinkedin: sentence('LinkedIn'),
      socialYouTube: sentence('YouTube'),
    });
    expect((await visitor().profileOf(person)).socialTikTok).toBe('ada');
  });
});
