import { useMemo } from 'react';
import { Navigate, type To } from 'react-router';

/**
 * Replaces the address by another one with a state. `Navigate` alone navigates again whenever its state is a new object, also
 * in each render while the other page loads: that never ends.
 */
export function Redirect({ to, state }: { to: To; state: object | null }) {
  const serialized = JSON.stringify(state);
  const sameState: unknown = useMemo(() => JSON.parse(serialized), [serialized]);
  return <Navigate to={to} replace state={sameState} />;
}
