import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

/**
 * A component whose code loads when it is first shown: what a press opens, or what is rarely shown. The service worker usually has
 * its code before. `waiting`: what is shown until then; by default nothing.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => null,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={waiting(props)}>{createElement(Part, props as never)}</Suspense>
  );
}
