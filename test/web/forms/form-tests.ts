import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { failedBecause } from '#web/api/failure-words.ts';
import { clearSession } from '#web/api/session.ts';
import { callsOf, lost, openScreen, refusal, serve } from '../open-screen.ts';
import { type Form, field } from './form-table.ts';

/* Forms in jsdom, from the input to the request. */

const textOf = (box: HTMLInputElement) => box.value ?? box.textContent;

const named = (forms: readonly Form[]) => forms.map((form) => [form.name, form] as const);

/** Opens a form and types valid input; the server answers its request like this. */
export async function openFilled(form: Form, answer: () => Response | Promise<Response>) {
  form.prepare?.();
  serve(form.operation, answer);
  const { user, pathname, close } = await openScreen(form.address, form.viewer);
  await field(form.kept.field);
  await form.fill?.(user);
  const submit = () => user.click(screen.getByRole('button', { name: form.submit }));
  return { user, pathname, submit, close };
}

/** Waits until a field describes itself with this error. */
async function hasError(name: string | RegExp, error: string): Promise<void> {
  const box = await field(name);
  await waitFor(() => {
    expect(box.getAttribute('aria-invalid')).toBe('true');
    const ids = box.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain(error);
  });
}

const keepsText = async ({ kept }: Form) =>
  expect(textOf(await field(kept.field)).trim()).toBe(kept.text);

/** The sentence after a lost response: the words of the error catalog, and that the write may be done. */
function lostWords({ failed, operation }: Form): string {
  if (!operation.idempotent) return failed;
  return CATALOGED.test(failed) ? failedBecause(failed, LOST_RESPONSE) : LOST_RESPONSE;
}

const CATALOGED = /^(Error|There was an error)[^.]*/;

/** Starts to record what is scrolled into view, and returns whether a field was. */
function recordScrolling(): (field: HTMLElement) => boolean {
  const { mock } = jest.spyOn(Element.prototype, 'scrollIntoView');
  return (field) => mock.contexts.some((shown) => (shown as Element).contains(field));
}

/** What every form does: errors at their fields, lost responses, reloads and double taps. */
export function describeForms(forms: readonly Form[]): void {
  describe('a wrong input', () => {
    // Not `test.each`, which refuses an empty list: some areas have no form with an input that is checked here.
    for (const form of forms.filter(({ wrong }) => wrong))
      test(`in the ${form.name} has its error at its field, which is scrolled into view, and nothing is sent`, async () => {
        const isScrolledTo = recordScrolling();
        const { user, submit } = await openFilled(form, () => refusal('UNAVAILABLE'));
        const { type, field: name, error } = form.wrong as NonNullable<Form['wrong']>;
        await type(user);
        await submit();
        await hasError(name, error);
        const wrong = await field(name);
        await waitFor(() => expect(document.activeElement).toBe(wrong));
        await waitFor(() => expect(isScrolledTo(wrong)).toBe(true));
        expect(callsOf(form.operation)).toEqual([]);
        if (name !== form.kept.field) await keepsText(form);
      });
  });

  describe('a refusal of an input by the server', () => {
    test.each(named(forms))(
      'in the %s is shown at its field, which is scrolled into view, and the text stays',
      async (_, form) => {
        const isScrolledTo = recordScrolling();
        const { name, field: label } = form.refused;
        const { submit } = await openFilled(form, () =>
          refusal('INVALID_INPUT', { [name]: 'This is not possible' }),
        );
        await submit();
        await hasError(label, 'This is not possible');
        const refused = await field(label);
        await waitFor(() => expect(document.activeElement).toBe(refused));
        await waitFor(() => expect(isScrolledTo(refused)).toBe(true));
        await keepsText(form);
      },
    );
  });

  describe('a refusal without a field', () => {
    test.each(named(forms.filter(({ failed }) => CATALOGED.test(failed))))(
      'in the %s begins with the words of the error catalog, and the text stays',
      async (_, form) => {
        const { submit } = await openFilled(form, () => refusal('TOO_MANY_REQUESTS'));
        await submit();
        const [words] = form.failed.match(CATALOGED) ?? [];
        await screen.findByText(new RegExp(`^${words}`));
        await keepsText(form);
      },
    );
  });

  describe('a lost response', () => {
    test.each(named(forms))(
      'in the %s is told, the text stays, and it can be sent again',
      async (_, form) => {
        const { submit } = await openFilled(form, lost);
        await submit();
        await screen.findByText(lostWords(form));
        await keepsText(form);
        const sent = callsOf(form.operation).length;
        // A write that does nothing twice is asked for again by itself.
        expect(sent).toBe(form.operation.idempotent ? 2 : 1);
        await submit();
        await waitFor(() => expect(callsOf(form.operation)).toHaveLength(2 * sent));
        const [first] = callsOf(form.operation);
        // The server recognizes the repetition of a request that may have arrived.
        for (const call of callsOf(form.operation)) expect(call).toEqual(first);
        expect(first?.key !== null).toBe(form.byKey);
      },
    );
  });

  describe('a reload', () => {
    /** The fields of a sign-in are filled in by the browser's password manager. */
    const SIGNING_IN = ['sign-in', 'password reset'];

    test.each(named(forms.filter(({ name }) => !SIGNING_IN.includes(name))))(
      'keeps what is typed in the %s, and signing out deletes it',
      async (_, form) => {
        const first = await openFilled(form, () => new Promise(() => undefined));
        first.close();
        form.prepare?.();
        const { close } = await openScreen(form.address, form.viewer);
        await keepsText(form);
        close();
        clearSession();
        expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(
          form.kept.text,
        );
      },
    );
  });

  describe('a success', () => {
    for (const form of forms)
      if (form.says !== undefined && form.done) {
        const { says, done } = form;
        test(`in the ${form.name} is said to screen readers on the next screen`, async () => {
          const { submit } = await openFilled(form, done);
          await submit();
          const words = await screen.findByText(says);
          expect(words.closest('[aria-live], [role=status]')).not.toBeNull();
        });
      }
  });

  describe('a double tap', () => {
    test.each(named(forms))('in the %s sends one request', async (_, form) => {
      const { user } = await openFilled(form, () => new Promise(() => undefined));
      const button = screen.getByRole('button', { name: form.submit });
      await user.dblClick(button);
      await waitFor(() => expect(callsOf(form.operation)).toHaveLength(1));
      await user.click(button);
      expect(callsOf(form.operation)).toHaveLength(1);
    });
  });
}
