import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DraftWords } from '#shared/rules/conversations/drafts.ts';
import { instant } from '#shared/time.ts';
import { ApiRefusal } from '#web/api/client.ts';
import { clearSession, endSession, storeSession } from '#web/api/session.ts';
import { readDeviceDraft } from '#web/features/conversations/drafts/device-draft.ts';
import {
  type Draft,
  type DraftServer,
  DraftSync,
} from '#web/features/conversations/drafts/draft-sync.ts';
import { SAVE_AGAIN, SAVE_PAUSE } from '#web/features/conversations/drafts/version-sync.ts';
import { MemoryStorage } from '../../support/memory-storage.ts';

/* One draft on a phone and a laptop, with a server that versions drafts like the real one. */

class Server implements DraftServer {
  draft: Draft | undefined;
  calls: string[] = [];
  /** The next failure: the request is lost, or its response. */
  fails: 'unreached' | 'unanswered' | undefined;
  #made = 0;

  async view(): Promise<Draft | undefined> {
    await this.#reach('view');
    return this.draft;
  }

  async save(
    recipientId: string,
    words: DraftWords,
    basedOn: { id: string; version: number } | undefined,
  ): Promise<Draft> {
    const unanswered = await this.#reach(`save ${words.subject}`);
    const { draft } = this;
    const same =
      draft && draft.messageSubject === words.subject && draft.messageText === words.text;
    if (draft?.id !== basedOn?.id || draft?.version !== basedOn?.version) {
      if (!same) throw new ApiRefusal('DRAFT_CHANGED', 'Changed', { draft: wire(draft) });
    } else {
      this.#made += 1;
      const { id, version } = draft ?? { id: `draft${this.#made}`, version: 0 };
      this.draft = draftOf({ id, version: version + 1, recipientId }, words);
    }
    if (unanswered) throw new ApiRefusal('UNAVAILABLE', 'Lost');
    return this.draft as Draft;
  }

  async discard(_recipientId: string, { version }: { version: number }): Promise<void> {
    await this.#reach('discard');
    if (this.draft && this.draft.version !== version)
      throw new ApiRefusal('DRAFT_CHANGED', 'Changed', { draft: wire(this.draft) });
    this.draft = undefined;
  }

  async #reach(what: string): Promise<boolean> {
    this.calls.push(what);
    const { fails } = this;
    this.fails = undefined;
    if (fails === 'unreached') throw new ApiRefusal('UNAVAILABLE', 'Offline');
    return fails === 'unanswered';
  }
}

const draftOf = (
  version: Pick<Draft, 'id' | 'version' | 'recipientId'>,
  { subject, text }: DraftWords,
): Draft => ({
  ...version,
  messageSubject: subject,
  messageText: text,
  modifiedAt: instant(1_000),
  expiresAt: instant(2_000),
});

const wire = (draft: Draft | undefined) =>
  draft
    ? {
        ...draft,
        modifiedAt: new Date(draft.modifiedAt).toISOString(),
        expiresAt: new Date(draft.expiresAt).toISOString(),
      }
    : null;

/** Each device has its own storage. */
function device() {
  const storage = new MemoryStorage();
  const use = () =>
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
  return use;
}

let server: Server;
beforeEach(() => {
  jest.useFakeTimers();
  server = new Server();
  device()();
});
afterEach(() => {
  jest.useRealTimers();
});

const open = async () => {
  const keeper = new DraftSync('ana', server);
  await keeper.check();
  return keeper;
};

test('typed text is saved after a pause', async () => {
  const keeper = await open();
  keeper.write({ subject: 'R' });
  keeper.write({ subject: 'Refused' });
  expect(keeper.state().saving).toBe('waiting');
  await jest.advanceTimersByTimeAsync(SAVE_PAUSE);
  expect(server.calls).toEqual(['view', 'save Refused']);
  expect(keeper.state().saving).toBe('saved');
});

test('text typed on one device appears on another, even if the draft is open there', async () => {
  const [phone, laptop] = [device(), device()];
  phone();
  const onPhone = await open();
  laptop();
  const onLaptop = await open();
  phone();
  onPhone.write({ subject: 'Refused', text: '<p>Dear Ana</p>' });
  await onPhone.save();
  laptop();
  await onLaptop.check();
  expect(onLaptop.state()).toMatchObject({ words: { subject: 'Refused' }, edition: 1 });
});

describe('a late response of the server', () => {
  test('to a load does not replace text that was typed meanwhile', async () => {
    server.draft = draftOf(
      { id: 'draft', version: 3, recipientId: 'ana' },
      { subject: 'From the laptop', text: '' },
    );
    const keeper = new DraftSync('ana', server);
    const asked = keeper.check();
    keeper.write({ subject: 'Typed at once' });
    await asked;
    expect(keeper.state().words.subject).toBe('Typed at once');
    expect(keeper.state().conflict?.theirs?.messageSubject).toBe('From the laptop');
  });

  test('to a save does not replace text that was typed meanwhile', async () => {
    const keeper = await open();
    keeper.write({ subject: 'One' });
    const saving = keeper.save();
    keeper.write({ subject: 'One two' });
    await saving;
    expect(keeper.state().words.subject).toBe('One two');
    expect(server.draft).toMatchObject({ messageSubject: 'One two', version: 2 });
  });
});

describe('a draft while offline', () => {
  test('is saved once the server can be reached again', async () => {
    const keeper = await open();
    server.fails = 'unreached';
    keeper.write({ subject: 'Refused' });
    expect((await keeper.save()).saving).toBe('failed');
    expect(readDeviceDraft('ana')?.words.subject).toBe('Refused');
    await jest.advanceTimersByTimeAsync(SAVE_AGAIN);
    expect(keeper.state().saving).toBe('saved');
    expect(server.draft?.messageSubject).toBe('Refused');
  });

  test('survives a reload and is saved once online', async () => {
    const before = await open();
    server.fails = 'unreached';
    before.write({ subject: 'Refused' });
    await before.save();
    const after = new DraftSync('ana', server);
    expect(after.state()).toMatchObject({ words: { subject: 'Refused' }, loaded: true });
    await after.check();
    await after.save();
    expect(server.draft?.messageSubject).toBe('Refused');
  });

  test('does not conflict with later text if only the response to a save was lost, even after a reload', async () => {
    const keeper = await open();
    server.fails = 'unanswered';
    keeper.write({ subject: 'One' });
    await keeper.save();
    keeper.write({ subject: 'One two' });
    const after = new DraftSync('ana', server);
    await after.check();
    expect((await after.save()).conflict).toBeUndefined();
    expect(server.draft).toMatchObject({ messageSubject: 'One two', version: 2 });
  });
});

describe('a draft whose save failed', () => {
  beforeEach(() => storeSession({ userId: 'ben', fullName: 'Ben Okafor', avatarUrl: null }));
  afterEach(() => clearSession());

  async function unsaved() {
    const keeper = await open();
    server.fails = 'unreached';
    keeper.write({ subject: 'Refused' });
    expect((await keeper.save()).saving).toBe('failed');
    return keeper;
  }

  test('does not come back to the device after its author has signed out', async () => {
    await unsaved();
    clearSession();
    await jest.advanceTimersByTimeAsync(2 * SAVE_AGAIN);
    expect(readDeviceDraft('ana')).toBeUndefined();
    expect(server.draft).toBeUndefined();
  });

  test('is kept on the device while the session of its author has expired', async () => {
    const keeper = await unsaved();
    endSession();
    keeper.write({ subject: 'Refused again' });
    expect(readDeviceDraft('ana')?.words.subject).toBe('Refused again');
  });
});

describe('a draft that two devices changed', () => {
  async function conflict() {
    const [phone, laptop] = [device(), device()];
    phone();
    const onPhone = await open();
    laptop();
    const onLaptop = await open();
    onLaptop.write({ subject: 'From the laptop' });
    await onLaptop.save();
    phone();
    onPhone.write({ subject: 'From the phone' });
    await onPhone.save();
    return onPhone;
  }

  test('shows both versions and saves neither over the other', async () => {
    const onPhone = await conflict();
    expect(onPhone.state()).toMatchObject({
      words: { subject: 'From the phone' },
      conflict: { theirs: { messageSubject: 'From the laptop' } },
    });
    onPhone.write({ subject: 'From the phone, more' });
    await onPhone.save();
    expect(server.draft?.messageSubject).toBe('From the laptop');
    expect(readDeviceDraft('ana')?.words.subject).toBe('From the phone, more');
  });

  test('can keep the text of this device', async () => {
    const onPhone = await conflict();
    expect(await onPhone.keepMine()).toMatchObject({ conflict: undefined, saving: 'saved' });
    expect(server.draft).toMatchObject({ messageSubject: 'From the phone', version: 2 });
  });

  test('can be replaced by the text of the other device', async () => {
    const onPhone = await conflict();
    onPhone.takeTheirs();
    expect(onPhone.state()).toMatchObject({
      words: { subject: 'From the laptop' },
      edition: 1,
      conflict: undefined,
      saving: 'saved',
    });
  });

  test('keeps its text if it was sent elsewhere, and can become a new draft', async () => {
    const keeper = await open();
    keeper.write({ subject: 'One' });
    await keeper.save();
    server.draft = undefined;
    keeper.write({ subject: 'One two' });
    expect((await keeper.save()).conflict).toEqual({ theirs: undefined });
    await keeper.keepMine();
    expect(server.draft).toMatchObject({ messageSubject: 'One two', version: 1 });
  });
});

test('is deleted here if it was sent or discarded elsewhere and nothing newer was typed', async () => {
  const keeper = await open();
  keeper.write({ subject: 'One' });
  await keeper.save();
  server.draft = undefined;
  await keeper.check();
  expect(keeper.state()).toMatchObject({ words: { subject: '' }, conflict: undefined });
  expect(readDeviceDraft('ana')).toBeUndefined();
});

test('a draft without any text is discarded', async () => {
  const keeper = await open();
  keeper.write({ subject: 'One' });
  await keeper.save();
  keeper.write({ subject: '' });
  await keeper.save();
  expect(server.draft).toBeUndefined();
  expect(readDeviceDraft('ana')).toBeUndefined();
});

test('a paid draft is deleted from the device, unless more was typed', async () => {
  const keeper = await open();
  keeper.write({ subject: 'One' });
  await keeper.save();
  const { id, version } = server.draft as Draft;
  keeper.write({ subject: 'One two' });
  keeper.forget({ id, version });
  expect(keeper.state().words.subject).toBe('One two');
  keeper.write({ subject: 'One' });
  keeper.forget({ id, version });
  expect(keeper.state().words.subject).toBe('');
  expect(readDeviceDraft('ana')).toBeUndefined();
});
