import { Link } from 'react-router';
import { PRODUCT_NAME, SUPPORT_USERNAME } from '#shared/brand.ts';
import { paths } from '#web/paths.ts';
import { Company } from '#web/shell/Company.tsx';

/* The footer of the landing page: the name, the policies, help, and the company. */
export function Imprint() {
  return (
    <footer className="mx-auto w-full max-w-290 px-5 pt-4 pb-8">
      <div className="grid gap-5 border-ink border-t-2 pt-6 wide:grid-cols-2 wide:gap-x-14">
        <p className="max-w-[52ch] font-serif text-lg leading-snug">
          “Reply paid” is an old word of the post: a telegram whose sender has already paid for the
          reply. {PRODUCT_NAME} is that, for questions.
        </p>
        <nav aria-label="Policies and help">
          <ul className="flex flex-wrap gap-x-7 wide:justify-end">
            <FootLink to={paths.browse()}>Browse</FootLink>
            <FootLink to={paths.reliability()}>Reliability</FootLink>
            <FootLink to={paths.publicUsagePolicy()}>Usage Policy</FootLink>
            <FootLink to={paths.publicPrivacyPolicy()}>Privacy Policy</FootLink>
            <FootLink to={paths.profile(SUPPORT_USERNAME)}>Help</FootLink>
          </ul>
        </nav>
        <Company className="wide:col-span-2" />
      </div>
    </footer>
  );
}

function FootLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center text-back underline underline-offset-4"
      >
        {children}
      </Link>
    </li>
  );
}
