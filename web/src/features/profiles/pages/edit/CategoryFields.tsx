import { Controller, useWatch } from 'react-hook-form';
import { CATEGORIES, subCategoriesOf } from '../../../../../../shared/rules/profiles/categories.ts';
import { Field } from '../../../../ui/Field.tsx';
import { Select } from '../../../../ui/Select.tsx';
import type { ProfileFields } from './profile-values.ts';

type Named = { readonly id: string; readonly name: string };

const options = (fields: readonly Named[]) =>
  fields.map(({ id, name }) => ({ value: id, label: name }));

const CATEGORY_OPTIONS = options(CATEGORIES);
const SUB_CATEGORIES = ['subCategoryId', 'secondSubCategoryId', 'thirdSubCategoryId'] as const;
/** The value of a choice that empties a further sub-category. */
const NONE = 'NONE';

/*
 * The category of a profile and up to three sub-categories. Changing the category clears them.
 * docs/product/profiles.md#categories
 */
export function CategoryFields({ form }: { form: ProfileFields }) {
  const categoryId = useWatch({ control: form.control, name: 'categoryId' });
  return (
    <>
      <Controller
        control={form.control}
        name="categoryId"
        render={({ field, fieldState }) => (
          <Field label="Category" error={fieldState.error?.message}>
            <Select
              ref={field.ref}
              value={field.value || null}
              placeholder="Choose a category"
              options={CATEGORY_OPTIONS}
              onValueChange={(chosen) => {
                if (chosen === field.value) return;
                field.onChange(chosen);
                for (const name of SUB_CATEGORIES) form.setValue(name, '');
                form.clearErrors([...SUB_CATEGORIES]);
              }}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="subCategoryId"
        render={({ field, fieldState }) => (
          <Field label="Sub-category" error={fieldState.error?.message}>
            <Select
              ref={field.ref}
              value={field.value || null}
              placeholder={categoryId ? 'Choose a sub-category' : 'Choose a category first'}
              options={options(subCategoriesOf(categoryId))}
              disabled={!categoryId}
              onValueChange={field.onChange}
            />
          </Field>
        )}
      />
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
            options={[{ value: NONE, label: 'None' }, ...options(offered)]}
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
