import { Fragment } from 'react';

/* An address as people say it, parted after a slash before anywhere else. */
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
