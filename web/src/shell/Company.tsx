import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { STAGE } from '../stage.ts';

/* Who runs the product, where the law of many places wants it said. Nothing where the settings name nobody. */
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
