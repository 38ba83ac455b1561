import { useLocation, useNavigation } from 'react-router';

/** The path of the screen that was asked for and is not here yet; undefined while none is on its way. */
export function usePendingPath(): string | undefined {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  // A list that changes its filter stays the same screen.
  return location && location.pathname !== pathname ? location.pathname : undefined;
}

/** Says that another screen is on its way: a bar at once, the words once it takes longer. */
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
