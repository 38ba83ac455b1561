import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { updateChatPhoto } from '#shared/api/groups.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { group, serveChat } from './group-fixtures.ts';

/* The photo of a group: chosen, sent once, and shown. jsdom draws no pictures. */

const JPEG = 'data:image/jpeg;base64,/9j/';

beforeEach(() => {
  const canvas = window.HTMLCanvasElement.prototype;
  const context = { drawImage: () => undefined, fillRect: () => undefined };
  jest.spyOn(canvas, 'getContext').mockReturnValue(context as never);
  jest.spyOn(canvas, 'toDataURL').mockReturnValue(JPEG);
  const bitmap = { width: 400, height: 200, close: () => undefined } as ImageBitmap;
  Object.assign(globalThis, { createImageBitmap: async () => bitmap });
});

async function openWithPhoto() {
  serveChat(group);
  const opened = await openScreen(paths.chatPhoto(group.id), ana);
  const file = new File(['photo'], 'group.jpg', { type: 'image/jpeg' });
  await opened.user.upload(await screen.findByLabelText('Picture'), file);
  return opened;
}

test('a photo that the server cannot use is refused with the reason', async () => {
  const { user } = await openWithPhoto();
  serve(updateChatPhoto, () => refusal('INVALID_INPUT', { base64Image: 'This is not a picture' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Error while saving the picture. This is not a picture.');
});

test('a photo whose response was lost is sent again with its key, and is shown then', async () => {
  const { user, pathname } = await openWithPhoto();
  serve(updateChatPhoto, lost);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText(`Error while saving the picture. ${LOST_RESPONSE}`);
  const changed = { ...group, avatar: '/media/group.jpg' };
  serve(updateChatPhoto, () => success(updateChatPhoto, { data: [changed] }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(pathname()).toBe(paths.chatGroup(group.id)));
  const [before, , after] = callsOf(updateChatPhoto);
  expect(before?.key).not.toBeNull();
  expect(after?.key).toBe(before?.key);
  expect(after?.input.get('base64Image')).toBe(JPEG);
  await screen.findByRole('heading', { name: 'Group info' });
  screen.getByText('Picture saved');
  expect(document.querySelector('main img')?.getAttribute('src')).toBe('/media/group.jpg');
});
