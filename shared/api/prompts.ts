import * as z from 'zod/mini';
import { listField } from '../list-field.ts';
import { promptList } from '../rules/conversations/prompts-schema.ts';
import { HOUR, nothing, operation } from './operation.ts';

/* The questions that a person asks senders. docs/product/profiles.md#prompts */

export const updatePrompts = operation({
  name: 'updatePrompts',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change the questions that senders answer; the ones they have stay.',
  /** All questions, in the order in which senders see them. */
  input: z.object({ prompts: listField(promptList, 'Please send a list of questions') }),
  output: nothing,
});
