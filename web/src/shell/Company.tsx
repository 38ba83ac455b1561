import { PRODUCT_NAME } from '#shared/brand.ts';
import { STAGE } from '../stage.ts';

/* The company that runs the product, which many countries require to be named. Nothing if the settings name none. */
export function Company({ className = '' }: { className?: string }) {
  const { company } = STAGE;
  if (!company) return null;
  return (
    <address
      aria-label={`Who runs ${PRODUCT_NAME}`}
      className={`wrap-anywhere whitespace-pre-line text-[0.9375rem] text-soft not-italic ${className}`}
    >
      {`${PRODUCT_NAME} is run by ${company.name}\n${company.address}`}
    </address>
  );
}
