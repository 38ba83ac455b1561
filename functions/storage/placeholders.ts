/** Makes the expression about the attribute at a path, such as `#status` or `#card.#id`. */
export type ExpressionOf = (path: string, placeholders: Placeholders) => string;

/** The placeholders of one request to DynamoDB: `#name` for attributes and `:name` for values, with the maps of both. */
export class Placeholders {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  /** The placeholder of an attribute. */
  name(attribute: string): string {
    this.#names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  }

  /**
   * The placeholder of a value, named for the first attribute of the path that the value is for. It is short, and the same for equal values
   * of an attribute, because an expression has at most 4 KB: a group can get 48 members at once.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
   */
  value(path: string, value: unknown): string {
    if (value === undefined) throw new Error(`the value for ${path} is undefined`);
    const [first = ''] = path.split('.');
    const wished = first.replace('#', ':');
    let placeholder = wished;
    for (let nth = 2; placeholder in this.#values && this.#values[placeholder] !== value; nth += 1)
      placeholder = `${wished}_${nth}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  /** The maps, as parts of the request; DynamoDB rejects empty ones. */
  maps() {
    return {
      ...(Object.keys(this.#names).length > 0 && { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}
