import { Controller } from 'react-hook-form';
import { CheckCard } from '#web/ui/CheckCard.tsx';
import type { ProfileFields } from './profile-values.ts';

/* Whether people find the profile when they browse and search. docs/product/discovery.md#who-is-listed */
export function ListingField({ form }: { form: ProfileFields }) {
  return (
    <Controller
      control={form.control}
      name="listing"
      render={({ field }) => (
        <CheckCard
          checked={field.value !== 'HIDDEN'}
          onCheckedChange={(shown) => field.onChange(shown ? 'SHOWN' : 'HIDDEN')}
          label="Show me when people browse"
          hint="In your categories, in search and in search engines' lists. If off, only your exact username finds you; your link always works."
        />
      )}
    />
  );
}
