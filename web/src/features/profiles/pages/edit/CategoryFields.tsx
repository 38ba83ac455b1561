import { Controller, useWatch } from 'react-hook-form';
import { CATEGORIES, subCategoriesOf } from '#shared/rules/profiles/categories.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { type ProfileFields, SUB_CATEGORIES } from './profile-values.ts';

type Named = { readonly id: string; readonly name: string };

const options = (fields: readonly Named[]) =>
  fields.map(({ id, name }) => ({ value: id, label: name }));

const CATEGORY_OPTIONS = options(CATEGORIES);

/*
 * The category of a profile and its first sub-category. Changing the category clears all sub-categories.
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
    </>
  );
}
