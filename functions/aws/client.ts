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

/** The input of a request, as an interceptor gets it and passes it on. */
export type Call = { readonly input: object };
/** The output of a request. */
export type Answered = { readonly output: object; readonly response?: unknown };
/** Sends a request, through the interceptors that follow. */
export type Next = (call: Call) => Promise<Answered>;
/** The names of the client and of the operation, as the AWS SDK forms them: `DynamoDBClient`, `GetItemCommand`. */
type Context = { readonly clientName: string; readonly commandName: string };
/** Makes the function that sends a request from the one that would have sent it. */
export type Interceptor = (next: Next, context: Context) => Next;

type Place = { readonly name: string; readonly priority?: 'high' | 'normal' | 'low' };
type Placed = Place & { readonly intercept: Interceptor };

const ORDER = { high: 0, normal: 1, low: 2 } as const;

/** The interceptors of a client, by name: those of high priority are called first. */
export class Interceptors {
  #all: readonly Placed[] = [];

  /** Adds an interceptor, in place of another one of the same name. */
  add(intercept: Interceptor, place: Place): void {
    const others = this.#all.filter(({ name }) => name !== place.name);
    this.#all = [...others, { ...place, intercept }].sort(
      (one, other) => ORDER[one.priority ?? 'normal'] - ORDER[other.priority ?? 'normal'],
    );
  }

  remove(name: string): void {
    this.#all = this.#all.filter((one) => one.name !== name);
  }

  /** Returns `send` inside of all interceptors. */
  around(send: Next, context: Context): Next {
    return this.#all.reduceRight((next, { intercept }) => intercept(next, context), send);
  }
}

/** How a client exchanges the input of an operation for its output. */
export type Exchange = (operation: string, input: object) => Promise<object>;

/** A client of one service. Its stack of interceptors has the name that the AWS SDK gives it. */
export class AwsClient {
  readonly middlewareStack = new Interceptors();
  readonly #name: string;
  readonly #exchange: Exchange;

  /** `name` as the permissions name it: `DynamoDB`. */
  constructor(name: string, exchange: Exchange) {
    this.#name = `${name}Client`;
    this.#exchange = exchange;
  }

  /** Sends a request and returns its output. Throws an AwsError, or the error of the connection. */
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
