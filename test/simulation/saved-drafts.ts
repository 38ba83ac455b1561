import { readyPicture } from './attached-files.ts';
import { does, runStep, senderAndRecipient } from './flow-steps.ts';
import type { Simulation } from './simulation.ts';

/** Saves a draft with a picture; returns the two people, the draft, and the ids of its attachments. */
export async function savedDraft(simulation: Simulation) {
  const [sender, recipient] = await senderAndRecipient();
  const attachments = [await readyPicture(simulation, sender, { to: recipient })];
  await runStep(
    simulation,
    does(sender, (me) => me.savesDraft(recipient, { attachments })),
  );
  const [saved] = simulation.world.drafts.current;
  if (!saved) throw new Error('the draft was not saved');
  return { sender, recipient, draft: { id: saved.id, version: 1 }, attachments };
}
