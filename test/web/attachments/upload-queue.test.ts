import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PreparedFile } from '#web/features/attachments/prepared-file.ts';
import { FileRefusal } from '#web/features/attachments/prepared-file.ts';
import {
  type CheckState,
  type UploadForm,
  UploadQueue,
  UploadRefusal,
  type UploadServer,
} from '#web/features/attachments/upload-queue.ts';

/** One file on its way to the storage. The test says what arrives. */
type Sending = {
  readonly form: UploadForm;
  readonly progress: (sent: number) => void;
  readonly arrive: () => void;
  readonly fail: (error?: Error) => void;
  readonly signal: AbortSignal;
};

const BYTES = 1_000_000;

function world() {
  const sendings: Sending[] = [];
  const kept: string[] = [];
  const removed: string[] = [];
  const created: string[] = [];
  const states = new Map<string, { state: CheckState; sentence?: string }>();
  const faults: (Error | undefined)[] = [];
  const server: UploadServer = {
    prepare: async (file): Promise<PreparedFile> => {
      if (file.name.endsWith('.docx'))
        throw new FileRefusal('A Word file. Save it as a PDF first.');
      return { kind: 'pdf', name: file.name, blob: { size: BYTES } as Blob };
    },
    create: async ({ name }, _, key) => {
      created.push(key);
      const fault = faults.shift();
      if (fault) throw fault;
      const form = { url: `form ${created.length}`, fields: {}, until: Date.now() + 1_800_000 };
      return { attachmentId: `id of ${name}`, form };
    },
    send: (form, _, progress, signal) =>
      new Promise<void>((arrive, reject) => {
        const fail = (error = new Error('network')) => reject(error);
        signal.addEventListener('abort', () => fail(new Error('aborted')));
        sendings.push({ form, progress, arrive: () => arrive(), fail, signal });
      }),
    view: async (ids) =>
      ids.flatMap((id) => ({ id, ...(states.get(id) ?? { state: 'checking' }) })),
    remove: async (id) => removed.push(id),
  };
  const queue = new UploadQueue(server);
  const place = { key: 'letter', for: { recipientId: 'ana' }, keep: (id: string) => kept.push(id) };
  const add = (...names: string[]) =>
    queue.add(
      place,
      names.map((name) => new File(['…'], name, { type: 'application/pdf' })),
    );
  const shown = () => queue.uploads().map(({ name, state: { is } }) => `${name}: ${is}`);
  const stateOf = (name: string) => queue.uploads().find((one) => one.name === name)?.state;
  const idOf = (name: string) => queue.uploads().find((one) => one.name === name)?.localId ?? '';
  return {
    server,
    queue,
    add,
    sendings,
    kept,
    removed,
    created,
    states,
    faults,
    shown,
    stateOf,
    idOf,
  };
}

const turns = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the queue of uploads', () => {
  test('sends two files at once and the next when one has arrived', async () => {
    const { add, shown, sendings } = world();
    add('a', 'b', 'c');
    await turns();
    expect(shown()).toEqual(['a: sending', 'b: sending', 'c: waiting']);
    sendings[0]?.arrive();
    await turns();
    expect(shown()).toEqual(['a: checking', 'b: sending', 'c: sending']);
  });

  test('creates every attachment at once, so that the draft keeps those that wait', async () => {
    const { add, kept } = world();
    add('a', 'b', 'c', 'd');
    await turns();
    expect(kept).toEqual(['id of a', 'id of b', 'id of c', 'id of d']);
  });

  test('is ready when the server has checked a file, and says why it refused one', async () => {
    const { add, sendings, states, stateOf } = world();
    add('a', 'b');
    await turns();
    for (const one of sendings) one.arrive();
    await jest.advanceTimersByTimeAsync(800);
    expect(stateOf('a')).toEqual({ is: 'checking' });
    states.set('id of a', { state: 'ready' });
    states.set('id of b', { state: 'refused', sentence: 'This PDF is protected.' });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(stateOf('a')).toEqual({ is: 'ready' });
    expect(stateOf('b')).toEqual({ is: 'refused', sentence: 'This PDF is protected.' });
  });

  test('estimates what is left once it has seen two seconds', async () => {
    const { add, sendings, stateOf } = world();
    add('a');
    await turns();
    sendings[0]?.progress(100_000);
    expect(stateOf('a')).toEqual({ is: 'sending', sent: 100_000, secondsLeft: undefined });
    await jest.advanceTimersByTimeAsync(4_000);
    sendings[0]?.progress(200_000);
    expect(stateOf('a')).toEqual({ is: 'sending', sent: 200_000, secondsLeft: 16 });
  });

  test('refuses a file before anything is sent, beside the others', async () => {
    const { add, created, shown, stateOf } = world();
    add('Form.docx', 'a');
    await turns();
    expect(shown()).toEqual(['Form.docx: refused', 'a: sending']);
    expect(stateOf('Form.docx')).toMatchObject({
      sentence: 'A Word file. Save it as a PDF first.',
    });
    expect(created).toHaveLength(1);
  });
});

describe('an upload that stopped', () => {
  test('says how much had gone, and starts again by itself with growing pauses', async () => {
    const { add, sendings, stateOf } = world();
    add('a');
    await turns();
    sendings[0]?.progress(310_000);
    sendings[0]?.fail();
    await turns();
    expect(stateOf('a')).toEqual({ is: 'stopped', sent: 310_000 });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(sendings).toHaveLength(2);
    sendings[1]?.fail();
    await jest.advanceTimersByTimeAsync(3_900);
    expect(sendings).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(200);
    expect(sendings).toHaveLength(3);
  });

  test('starts at once by a press, or when the connection is back', async () => {
    const { queue, add, sendings, idOf } = world();
    add('a');
    await turns();
    sendings[0]?.fail();
    await turns();
    queue.retry(idOf('a'));
    await turns();
    expect(sendings).toHaveLength(2);
    sendings[1]?.fail();
    await turns();
    queue.retryAll();
    await turns();
    expect(sendings).toHaveLength(3);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(sendings).toHaveLength(3);
  });

  test('leaves its place to the file behind it', async () => {
    const { add, sendings, shown } = world();
    add('a', 'b', 'c');
    await turns();
    sendings[0]?.fail();
    await turns();
    expect(shown()).toEqual(['a: stopped', 'b: sending', 'c: sending']);
  });

  test('is one over which nothing went for half a minute', async () => {
    const { add, sendings, stateOf } = world();
    add('a');
    await turns();
    await jest.advanceTimersByTimeAsync(29_000);
    sendings[0]?.progress(10);
    await jest.advanceTimersByTimeAsync(29_000);
    expect(stateOf('a')).toMatchObject({ is: 'sending' });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(stateOf('a')).toEqual({ is: 'stopped', sent: 10 });
  });

  test('is not sent twice if all of it had arrived and only the response was lost', async () => {
    const { add, sendings, states, stateOf } = world();
    add('a');
    await turns();
    sendings[0]?.progress(BYTES);
    sendings[0]?.fail();
    states.set('id of a', { state: 'ready' });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(sendings).toHaveLength(1);
    expect(stateOf('a')).toEqual({ is: 'ready' });
  });

  test('asks for a fresh form under the same key', async () => {
    const { add, sendings, created } = world();
    add('a');
    await turns();
    sendings[0]?.fail();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(new Set(created).size).toBe(1);
    expect(sendings.map(({ form }) => form.url)).toEqual(['form 1', 'form 2']);
  });
});

describe('the creation of an attachment', () => {
  test('is repeated under the same key after a lost reply, and its id is kept once', async () => {
    const { add, created, faults, kept, shown } = world();
    faults.push(new Error('lost'));
    add('a');
    await turns();
    expect(shown()).toEqual(['a: stopped']);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(shown()).toEqual(['a: sending']);
    expect(created).toHaveLength(2);
    expect(new Set(created).size).toBe(1);
    expect(kept).toEqual(['id of a']);
  });

  test('that the server refuses is not repeated', async () => {
    const { add, created, faults, stateOf } = world();
    faults.push(new UploadRefusal('A letter can have four.'));
    add('a');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(stateOf('a')).toEqual({ is: 'refused', sentence: 'A letter can have four.' });
    expect(created).toHaveLength(1);
  });

  test('has ended for every file before the letter goes on', async () => {
    const { queue, add, faults, kept } = world();
    faults.push(undefined, new Error('offline'));
    add('a', 'b', 'Form.docx');
    await queue.created('letter');
    expect(kept).toEqual(['id of a']);
    await queue.created('elsewhere');
  });
});

describe('a canceled upload', () => {
  test('ends while it is sent, is removed from the server, and the next one starts', async () => {
    const { queue, add, sendings, removed, shown, idOf } = world();
    add('a', 'b', 'c');
    await turns();
    queue.cancel(idOf('a'));
    await turns();
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(removed).toEqual(['id of a']);
    expect(shown()).toEqual(['b: sending', 'c: sending']);
  });

  test('is not created if it is canceled before, and is removed if that was under way', async () => {
    const { queue, add, created, kept, removed, idOf } = world();
    add('a');
    queue.cancel(idOf('a'));
    await turns();
    expect([created, kept, removed, queue.uploads()]).toEqual([[], [], [], []]);
    let end = () => {};
    const { server } = world();
    const slow = new UploadQueue({
      ...server,
      create: (...given) =>
        new Promise((resolve) => (end = () => resolve(server.create(...given)))),
      remove: async (id) => removed.push(id),
    });
    slow.add({ key: 'letter', for: { recipientId: 'ana' }, keep: (id) => kept.push(id) }, [
      new File(['…'], 'b', { type: 'application/pdf' }),
    ]);
    await turns();
    slow.cancel(slow.uploads()[0]?.localId ?? '');
    end();
    await turns();
    expect([kept, removed]).toEqual([[], ['id of b']]);
  });
});

test('what was sent leaves the queue without being removed from the server', async () => {
  const { queue, add, removed } = world();
  add('a');
  await turns();
  queue.end('letter');
  expect([queue.uploads(), removed]).toEqual([[], []]);
});

test('nothing goes on after the session has ended', async () => {
  const { queue, add, sendings } = world();
  add('a', 'b', 'c');
  await turns();
  queue.endAll();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(sendings.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(queue.uploads()).toEqual([]);
});
