import { Fragment } from 'react';

/* A web address that breaks preferably after a slash. */
export function WebAddress({ address }: { address: string }) {
  return (
    <span className="wrap-anywhere">
      {address.split('/').map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
        <Fragment key={index}>
          {index > 0 && (
            <>
              /<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
