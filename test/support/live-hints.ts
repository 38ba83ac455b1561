import { handler as publishHints } from '#functions/events/publishHints.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import type { Hint } from '#shared/live.ts';
import { HINTED_EVENTS } from '#shared/rules/live/hinted-events.ts';
import { lambdaContext } from './call.ts';
import { domainEventsOf } from './domain-events.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/** The live hints that real handlers publish in a test world. Call `reset` before each test. */
export function hintsIn(world: World) {
  /** The domain events that were delivered, and those of earlier tests. */
  const delivered = new Set<string>();

  const deliver = (event: DomainEvent) =>
    publishHints(
      { detail: event } as unknown as Parameters<typeof publishHints>[0],
      lambdaContext(),
    );

  return {
    deliver,
    /** Forgets all hints, and events that were not delivered. */
    async reset(): Promise<void> {
      for (const { id } of await domainEventsOf(world)) delivered.add(id);
      world.hints.length = 0;
    },
    /** Delivers the new domain events of which there are hints, as the bus does; not those of the registration of each person. */
    async deliverAll(): Promise<void> {
      const hinted: readonly string[] = HINTED_EVENTS;
      for (const event of await domainEventsOf(world)) {
        const isDue = hinted.includes(event.type) && event.type !== 'user.named';
        if (isDue && !delivered.has(event.id)) await deliver(event);
        delivered.add(event.id);
      }
    },
    /**
     * The hints that a person got, oldest first. Around the end of a period they are on two channels; for some seconds before and
     * after, one of these has all of them.
     */
    hintsFor({ user }: Person): Hint[] {
      const ofChannel = new Map<string, Hint[]>();
      for (const { channel, hint } of world.hints)
        if (channel.split('/')[2] === user.id)
          ofChannel.set(channel, [...(ofChannel.get(channel) ?? []), hint]);
      return [...ofChannel.values()].sort((one, other) => other.length - one.length)[0] ?? [];
    },
    /** The ids of all people who got hints. */
    reached: () => [...new Set(world.hints.map(({ channel }) => channel.split('/')[2]))].sort(),
  };
}
