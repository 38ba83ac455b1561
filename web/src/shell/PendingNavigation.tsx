import { useLocation, useNavigation } from 'react-router';

/** The path of the screen that is loading; undefined if none is. */
export function usePendingPath(): string | undefined {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  // Changing the filter of a list stays on the same screen.
  return location && location.pathname !== pathname ? location.pathname : undefined;
}

/** Shows that another screen is loading: a bar at once, a text after a delay. */
export function PendingNavigation() {
  const pending = usePendingPath() !== undefined;
  return (
    <div role="status" className="pending-navigation">
      {pending && (
        <>
          <div className="pending-bar" aria-hidden />
          <p className="late pending-words">Loading...</p>
        </>
      )}
    </div>
  );
}
