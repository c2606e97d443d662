import type { operations } from "./generated/api";
import type { operationTable } from "./generated/operation-table";

/** The `operationId` of an operation in the OpenAPI document. */
export type OperationName = keyof typeof operationTable;

type Row<N extends OperationName> = (typeof operationTable)[N];
type JsonOf<Content> = Content extends { "application/json": infer Value } ? Value : never;

/** What can be sent as it is, again if need be: that is why no stream is among it. `Blob` also stands for files. */
export type Bytes = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** What a caller may give where `T` is wanted: members that need not be there may be undefined, lists are only read. */
type Given<T> = T extends readonly (infer One)[]
  ? readonly Given<One>[]
  : T extends object
    ? { [K in keyof T as IsOptional<T, K> extends true ? never : K]: Given<T[K]> } & {
        [K in keyof T as IsOptional<T, K> extends true ? K : never]?: Given<T[K]> | undefined;
      }
    : T;
type IsOptional<T, K extends keyof T> = Record<never, never> extends Pick<T, K> ? true : false;

/** The body of a request. */
export type Body<N extends OperationName> =
  Row<N> extends { takes: "bytes" }
    ? Bytes
    : operations[N] extends { requestBody?: infer Sent }
      ? [NonNullable<Sent>] extends [{ content: infer Content }]
        ? Given<JsonOf<Content>>
        : never
      : never;

/** The query of a request. */
export type Query<N extends OperationName> = Given<NonNullable<operations[N]["parameters"]["query"]>>;

/** Whether an operation cannot be called without a query. */
type NeedsQuery<N extends OperationName> = operations[N]["parameters"] extends { query: object } ? true : false;

type QueryPart<N extends OperationName> = NeedsQuery<N> extends true ? { query: Query<N> } : { query?: Query<N> };

type Successes<N extends OperationName> = {
  [Status in keyof operations[N]["responses"]]: Status extends 200 | 201 | 202
    ? operations[N]["responses"][Status] extends { content: infer Content }
      ? JsonOf<Content>
      : never
    : never;
}[keyof operations[N]["responses"]];

/** What a call resolves to: the JSON of a 2xx answer; the `Response` itself where the service sends a file or lines. */
export type Answer<N extends OperationName> =
  Row<N> extends { answers: "stream" } ? Response : Row<N> extends { answers: "nothing" } ? undefined : Successes<N>;

/** The items of a list that is read page by page. */
export type Item<N extends OperationName> = Answer<N> extends { data: readonly (infer One)[] } ? One : never;

/** What every call takes beside its input. */
export interface CallOptions {
  /** Ends the call, also while it waits between attempts; it then throws the signal's reason. */
  signal?: AbortSignal;
  /** Attempts after the first one, in place of the client's. */
  retries?: number;
  /** Milliseconds for one attempt, in place of the client's. */
  timeoutMs?: number;
  /** Further headers: `If-Match`, `X-Request-Id`, `Content-Type` and `Content-Encoding` of bytes. */
  headers?: Record<string, string>;
}

/** The key of a request that must take effect once; where it is left out, each call gets a new one. */
type KeyOption<N extends OperationName> = Row<N> extends { isIdempotent: true } ? { idempotencyKey?: string } : unknown;

type BodyPart<N extends OperationName> = Row<N> extends { takes: "json" | "bytes" } ? { body: Body<N> } : unknown;

/** Everything of a call, by name. */
export type Call<N extends OperationName> = CallOptions &
  KeyOption<N> &
  BodyPart<N> &
  QueryPart<N> &
  Pick<operations[N]["parameters"], "path">;

/** A page, and at the same time all items of this and the following pages. */
export type Listing<Page, One> = Promise<Page> & AsyncIterable<One>;

type PathArguments<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...PathArguments<Rest>]
  : [];

type InputArguments<N extends OperationName> =
  Row<N> extends { takes: "json" | "bytes" }
    ? [body: Body<N>, options?: CallOptions & KeyOption<N> & QueryPart<N>]
    : Row<N> extends { takes: "query" }
      ? NeedsQuery<N> extends true
        ? [query: Query<N>, options?: CallOptions & KeyOption<N>]
        : [query?: Query<N>, options?: CallOptions & KeyOption<N>]
      : [options?: CallOptions & KeyOption<N>];

/**
 * An operation as a function: the parts of its path in their order, then its body or its query, then options. Lists can be
 * awaited, for a page, or read with `for await`, for everything.
 */
export type Operation<N extends OperationName> = (
  ...input: [...PathArguments<Row<N>["path"]>, ...InputArguments<N>]
) => Row<N> extends { isPaged: true } ? Listing<Answer<N>, Item<N>> : Promise<Answer<N>>;
