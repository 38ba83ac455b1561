import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';

/**
 * A component whose code loads when it is first shown: what a press opens, or what is rarely shown. The service worker usually has
 * its code before. `waiting`: what is shown until then; by default nothing. Code that does not arrive, because the connection
 * fails or a content blocker blocks it, leaves a sentence with a retry in its place, and the rest of the page as it is.
 * docs/product/browsers.md#content-blockers
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => null,
): (props: Props) => ReactNode {
  const Part = suspendingPart(load);
  return (props) => <Suspense fallback={waiting(props)}>{createElement(Part, props)}</Suspense>;
}

/** As lazyPart, for a page that chooses itself what is shown until the code has arrived: it needs a Suspense around it. */
export function suspendingPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const newPart = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        throw new MissingPart(error);
      }
    });
  let Part = newPart();
  return (props) => (
    <PartBoundary
      again={() => {
        Part = newPart();
      }}
    >
      {() => createElement(Part, props as never)}
    </PartBoundary>
  );
}

/** The code of a part did not arrive. */
class MissingPart extends Error {
  constructor(cause: unknown) {
    super('A part of the page didn’t load', { cause });
  }
}

type PartBoundaryProps = { children: () => ReactNode; again: () => void };

/** Catches what lazyPart throws; any other error is one of the page. */
class PartBoundary extends Component<PartBoundaryProps, { fault?: unknown; attempts: number }> {
  override state: { fault?: unknown; attempts: number } = { attempts: 1 };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  readonly #retry = () => {
    this.props.again();
    this.setState(({ attempts }) => ({ fault: undefined, attempts: attempts + 1 }));
  };

  override render() {
    const { fault, attempts } = this.state;
    if (fault === undefined) return this.props.children();
    if (!(fault instanceof MissingPart)) throw fault;
    return <PartMissing attempts={attempts} onRetry={this.#retry} />;
  }
}

/** Some browsers do not request again what they could not import: after the second attempt only a reload helps. */
function PartMissing({ attempts, onRetry }: { attempts: number; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [isLast] = useState(attempts > 1);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div
      ref={place}
      role="alert"
      className="flex w-full flex-wrap items-center gap-x-3 rounded-card border border-edge bg-card px-4 py-1 text-[0.9375rem]"
    >
      <p className="min-w-0 flex-1 basis-56 py-1.5">
        A part of this page didn’t load. Check your connection and your content blocker.
      </p>
      <button
        type="button"
        onClick={isLast ? () => window.location.reload() : onRetry}
        className="min-h-11 font-semibold text-back underline underline-offset-4"
      >
        {isLast ? 'Reload the page' : 'Try again'}
      </button>
    </div>
  );
}
