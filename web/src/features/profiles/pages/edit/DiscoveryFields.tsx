import { Controller, useWatch } from 'react-hook-form';
import { subCategoriesOf } from '#shared/rules/profiles/categories.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { CategoryFields } from './CategoryFields.tsx';
import { ListingField } from './ListingField.tsx';
import { type ProfileFields, SUB_CATEGORIES } from './profile-values.ts';

/** The value of a choice that empties a further sub-category. */
const NONE = 'NONE';

/* How people find the profile: its category, up to three sub-categories, and whether it is shown. docs/product/discovery.md#who-is-listed */
export function DiscoveryFields({ form }: { form: ProfileFields }) {
  return (
    <>
      <CategoryFields form={form} />
      <FurtherSubCategory
        form={form}
        name="secondSubCategoryId"
        label="Second sub-category (optional)"
        after="subCategoryId"
      />
      <FurtherSubCategory
        form={form}
        name="thirdSubCategoryId"
        label="Third sub-category (optional)"
        after="secondSubCategoryId"
      />
      <ListingField form={form} />
    </>
  );
}

type FurtherProps = {
  form: ProfileFields;
  name: 'secondSubCategoryId' | 'thirdSubCategoryId';
  label: string;
  /** The field that is chosen first. */
  after: 'subCategoryId' | 'secondSubCategoryId';
};

/* One more sub-category, once the one before it is chosen. It does not offer those that are chosen already. */
function FurtherSubCategory({ form, name, label, after }: FurtherProps) {
  const values = useWatch({ control: form.control });
  if (!values[after]) return null;
  const others: readonly (string | undefined)[] = SUB_CATEGORIES.filter(
    (other) => other !== name,
  ).map((other) => values[other]);
  const offered = subCategoriesOf(values.categoryId).filter(({ id }) => !others.includes(id));
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} error={fieldState.error?.message}>
          <Select
            ref={field.ref}
            value={field.value || NONE}
            options={[
              { value: NONE, label: 'None' },
              ...offered.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            onValueChange={(chosen) => {
              field.onChange(chosen === NONE ? '' : chosen);
              if (chosen === NONE && name === 'secondSubCategoryId')
                form.setValue('thirdSubCategoryId', '');
            }}
          />
        </Field>
      )}
    />
  );
}
