import { documents } from '#functions/storage/table.ts';

/** Runs `work` while each page of a query ends after one item, as DynamoDB may end it after any. */
export async function withSmallPages(work: () => Promise<unknown>): Promise<void> {
  documents.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        next(
          commandName === 'QueryCommand' ? { ...args, input: { ...args.input, Limit: 1 } } : args,
        ),
    { step: 'initialize', name: 'smallPages', priority: 'low' },
  );
  try {
    await work();
  } finally {
    documents.middlewareStack.remove('smallPages');
  }
}
