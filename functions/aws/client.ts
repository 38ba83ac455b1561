/*
 * A client of one service of AWS. Interceptors see each of its requests: the role guard, trace segments, and in tests whatever
 * counts or changes them.
 */

/** A request. `operation` as AWS names it: `GetItem`. */
export class AwsCommand<Input extends object = object, Output extends object = object> {
  readonly operation: string;
  readonly input: Input;
  /** Carries the type of the response only. */
  declare readonly output: Output;

  constructor(operation: string, input: Input) {
    this.operation = operation;
    this.input = input;
  }
}

export type Call = { readonly input: object };
export type Answered = { readonly output: object; readonly response?: unknown };
export type Next = (call: Call) => Promise<Answered>;
type Context = { readonly clientName: string; readonly commandName: string };
export type Interceptor = (next: Next, context: Context) => Next;

type Place = { readonly name: string; readonly priority?: 'high' | 'normal' | 'low' };
type Placed = Place & { readonly intercept: Interceptor };

const ORDER = { high: 0, normal: 1, low: 2 } as const;

/** The interceptors of a client, by name: those of high priority are called first. */
export class Interceptors {
  #all: readonly Placed[] = [];

  add(intercept: Interceptor, place: Place): void {
    const others = this.#all.filter(({ name }) => name !== place.name);
    this.#all = [...others, { ...place, intercept }].sort(
      (one, other) => ORDER[one.priority ?? 'normal'] - ORDER[other.priority ?? 'normal'],
    );
  }

  remove(name: string): void {
    this.#all = this.#all.filter((one) => one.name !== name);
  }

  around(send: Next, context: Context): Next {
    return this.#all.reduceRight((next, { intercept }) => intercept(next, context), send);
  }
}

/** How a client exchanges the input of an operation for its output. */
export type Exchange = (operation: string, input: object) => Promise<object>;

export class AwsClient {
  readonly middlewareStack = new Interceptors();
  readonly #name: string;
  readonly #exchange: Exchange;

  /** `name` as the permissions name it: `DynamoDB`. */
  constructor(name: string, exchange: Exchange) {
    this.#name = `${name}Client`;
    this.#exchange = exchange;
  }

  async send<Output extends object>({
    operation,
    input,
  }: AwsCommand<object, Output>): Promise<Output> {
    const context = { clientName: this.#name, commandName: `${operation}Command` };
    const send: Next = async (call) => ({ output: await this.#exchange(operation, call.input) });
    const { output } = await this.middlewareStack.around(send, context)({ input });
    return output as Output;
  }
}
