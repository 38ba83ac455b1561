import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewDeskCase } from '#shared/api/desk.ts';
import { decideCare, viewCareCase } from '#shared/api/desk-care.ts';
import { viewDeskColleagues } from '#shared/api/desk-work.ts';
import { refreshDesk } from '#web/features/desk/desk-queries.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ben, NOW } from '../screen-fixtures.ts';
import { careView as care, dana, dangerCase as found, personOf } from './desk-fixtures.ts';

/* The case of somebody who may be in danger. docs/product/desk.md#danger */

const WROTE = 'They would be better off without me.';

async function openCase() {
  serve(viewDeskCase, () => success(viewDeskCase, { data: [found] }));
  serve(viewDeskColleagues, () => success(viewDeskColleagues, { data: [] }));
  serve(viewCareCase, ({ input }) =>
    success(viewCareCase, {
      data: [
        input.get('reason')
          ? { ...care, wrote: [{ by: found.about, at: NOW, text: WROTE }] }
          : care,
      ],
    }),
  );
  const opened = await openScreen(paths.deskCase(found.id), dana);
  await screen.findByRole('heading', { name: 'Is Ben safe?' });
  return opened;
}

const item = (name: RegExp) => screen.getByRole('button', { name });
const send = () => screen.getByRole('button', { name: /^Write to Ben/ });

test('the case has no word of a rule and no way to warn, remove or block', async () => {
  await openCase();
  const { textContent } = document.body;
  expect(textContent).toMatch(
    /is worried and reported this letter.*\$20\.00 released, nothing charged/,
  );
  expect(textContent).not.toMatch(/breach|offender|rule/i);
  expect(screen.queryByRole('radio', { name: /Warn|Remove|Block/ })).toBeNull();
  for (const radio of screen.getAllByRole<HTMLInputElement>('radio'))
    expect(radio.checked).toBe(false);
});

test('the four things tick as they are opened, and what was written is opened by one press, with the case as the reason', async () => {
  const { user } = await openCase();
  screen.getByText('0 of 4 looked at');
  expect(screen.queryByText(WROTE)).toBeNull();
  await user.click(item(/^What Ben wrote, not/));
  await screen.findByText(WROTE);
  screen.getByText(/adds: “Please look after him\.”/);
  const reasons = callsOf(viewCareCase).map(({ input }) => input.get('reason'));
  expect(reasons).toContain('To see whether somebody is safe');
  await user.click(item(/^Whether Ben is still here/));
  await screen.findByText('2 of 4 looked at');
  screen.getByText(/confirmed, United States/);
});

test('sending early shows the first that was not looked at, and sends nothing', async () => {
  const { user } = await openCase();
  await user.click(item(/^What Ben wrote, not/));
  await screen.findByText(WROTE);
  await user.keyboard('1');
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'No day and no plan.');
  await user.click(send());
  await waitFor(() => expect(document.activeElement).toBe(item(/^What Ben wrote before/)));
  expect(callsOf(decideCare)).toEqual([]);
});

test('what was chosen before the first look stays chosen after it', async () => {
  const { user } = await openCase();
  const looked = () => callsOf(viewCareCase).some(({ input }) => input.get('reason'));
  serve(viewDeskCase, () =>
    success(viewDeskCase, {
      data: [{ ...found, obstacle: looked() ? null : 'Look at it first.' }],
    }),
  );
  await refreshDesk();
  await user.keyboard('1');
  const chosen = screen.getByRole<HTMLInputElement>('radio', { name: /^Write to Ben/ });
  expect(chosen.checked).toBe(true);
  await user.click(item(/^What Ben wrote, not/));
  await screen.findByText(WROTE);
  expect(document.contains(chosen)).toBe(true);
  expect(chosen.checked).toBe(true);
});

test('by keyboard, the message stands there word for word and is sent once all four were looked at', async () => {
  serve(decideCare, () =>
    success(decideCare, { data: [{ message: 'The message is sent to Ben.', passOn: null }] }),
  );
  const { user } = await openCase();
  for (const name of [
    /^What Ben wrote, /,
    /^What Ben wrote before/,
    /^Whether Ben/,
    /already seen/,
  ]) {
    item(name).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(item(name).getAttribute('aria-expanded')).toBe('true'));
  }
  screen.getByText('Ben has not been here since.');
  await user.keyboard('1');
  expect(screen.getByRole('link', { name: '988' }).getAttribute('href')).toBe('tel:988');
  screen.getByText(/Hello Ben, call or text/);
  await user.keyboard('r');
  await user.keyboard('No day and no plan.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(callsOf(decideCare)).toHaveLength(1));
  expect(callsOf(decideCare)[0]?.input.get('choice')).toBe('WRITE');
});

test('emergency services are not offered where the operator has not set them up, with the reason', async () => {
  await openCase();
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: /^Ask emergency services/ });
  expect(radio.disabled).toBe(true);
  screen.getByText(/Your operator has not set this up\./);
});

test('H hands the case over without asking for a reason', async () => {
  serve(viewDeskColleagues, () =>
    success(viewDeskColleagues, { data: [personOf({ ...ben, fullName: 'Frida Finance' })] }),
  );
  const { user } = await openCase();
  await user.keyboard('h');
  await screen.findByRole('heading', { name: 'Hand it over' });
  await screen.findByText('No reason is needed.');
  const dialog = within(screen.getByRole('dialog', { name: 'Hand it over' }));
  dialog.getByRole('radio', { name: /^Back to the list/ });
  await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByRole('radio')[0]));
});

test('a case for which emergency services were asked says so to everybody, and shows whom to call after a look', async () => {
  const by = { ...personOf(ben), fullName: 'Frida Finance' };
  const decision = { by, at: NOW, outcome: 'UPHELD', reason: 'He means tonight.' } as const;
  const asked = { ...decision, deed: 'EMERGENCY_ASKED', remove: null } as const;
  // Whoever proposed it sees it too, and not that no one was called.
  const proposal = { ...asked, by: personOf(dana) };
  serve(viewDeskCase, () =>
    success(viewDeskCase, { data: [{ ...found, decision: asked, proposal }] }),
  );
  serve(viewCareCase, ({ input }) => {
    const whom = {
      fullName: 'Ben Okafor',
      phoneNumber: '+15555550002',
      contact: 'the call center',
    };
    return success(viewCareCase, {
      data: [input.get('reason') ? { ...care, wrote: [], passOn: whom } : care],
    });
  });
  const { user } = await openScreen(paths.deskCase(found.id), dana);
  await screen.findByText('Emergency services were asked');
  screen.getByText(/^Frida Finance agreed/);
  expect(screen.queryByText(/No one was called/)).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  await user.keyboard('o');
  await screen.findByText('Call the call center now');
  screen.getByText('Ben Okafor, +15555550002');
});
