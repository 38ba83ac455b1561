import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/*
 * The token of an operator's link for a passkey of the desk, from the fragment of the address, which no server sees. It is taken out
 * of the address when the screen opens, so that it is neither shown nor kept in the history.
 */

const PREFIX = '#desk=';

/** The token of the link that opened the screen; undefined without one. */
export function useDeskLink(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined);
  useEffect(() => {
    if (hash.startsWith(PREFIX)) navigate(pathname + search, { replace: true });
  }, [hash, navigate, pathname, search]);
  return link;
}
