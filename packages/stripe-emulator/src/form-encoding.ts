/** A parsed form-encoded body or query with brackets: `card[exp_year]=30&expand[]=customer`. */
export type FormValue = string | FormValue[] | FormFields;
export interface FormFields {
  [name: string]: FormValue;
}

function keysOf(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0) return [name];
  return [
    name.slice(0, bracket),
    ...[...name.slice(bracket).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
  ];
}

/** Converts objects whose keys are all list positions to lists: `a[0]=x&a[1]=y`, `a[]=x&a[]=y`. */
function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, listsIn(inner)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key)))
    return entries.map(([, inner]) => inner);
  return fieldsOf(entries);
}

// Without a prototype, so that a field named `__proto__` is an ordinary field.
function fieldsOf(entries: Iterable<readonly [string, FormValue]>): FormFields {
  const fields = Object.create(null) as FormFields;
  for (const [key, value] of entries) fields[key] = value;
  return fields;
}

/** Parses Stripe's form encoding. An empty body has no fields. */
export function readForm(text: string): FormFields {
  const root = fieldsOf([]);
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = keysOf(name);
    let place = root;
    for (const [index, rawKey] of keys.entries()) {
      const key = rawKey === '' ? String(Object.keys(place).length) : rawKey;
      if (index === keys.length - 1) {
        place[key] = value;
        break;
      }
      const inner = place[key];
      if (typeof inner === 'object' && !Array.isArray(inner)) place = inner;
      else {
        const made = fieldsOf([]);
        place[key] = made;
        place = made;
      }
    }
  }
  return fieldsOf(Object.entries(root).map(([key, value]) => [key, listsIn(value)] as const));
}
