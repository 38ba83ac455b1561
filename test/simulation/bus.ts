import { subscribers } from '../../shared/api/subscribers.ts';
import type { Fact } from '../../shared/domain-events.ts';

/* The bus of a history: what it took, and what of it each subscriber still has to take. */

export type Letter = { readonly subscriber: HeardBy; readonly fact: Fact };

/** Those whose work is about money; the others have their own tests. */
export const HEARD = ['askForPayoutAccount'] as const;
export type HeardBy = (typeof HEARD)[number];

export class Bus {
  /** How often each fact came, by its id. */
  readonly taken = new Map<string, number>();
  readonly waiting: Letter[] = [];

  accept(fact: Fact): void {
    this.taken.set(fact.id, (this.taken.get(fact.id) ?? 0) + 1);
    for (const subscriber of HEARD)
      if ((subscribers[subscriber].hears as readonly string[]).includes(fact.type))
        this.waiting.push({ subscriber, fact });
  }
}
