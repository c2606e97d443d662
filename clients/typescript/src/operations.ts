import type { operations } from "./generated/api";
import type { operationTable } from "./generated/operation-table";

/** The `operationId` of an operation in the OpenAPI document. */
export type OperationName = keyof typeof operationTable;

type Row<N extends OperationName> = (typeof operationTable)[N];
type JsonOf<Content> = Content extends { "application/json": infer Value } ? Value : never;

/** Bodies that can be sent repeatedly, so no streams. `Blob` includes files. */
export type Bytes = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** `T` as an input: optional members may be undefined, lists are read-only. */
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

/** Whether an operation requires a query. */
type NeedsQuery<N extends OperationName> = operations[N]["parameters"] extends { query: object } ? true : false;

type QueryPart<N extends OperationName> = NeedsQuery<N> extends true ? { query: Query<N> } : { query?: Query<N> };

type Successes<N extends OperationName> = {
  [Status in keyof operations[N]["responses"]]: Status extends 200 | 201 | 202
    ? operations[N]["responses"][Status] extends { content: infer Content }
      ? JsonOf<Content>
      : never
    : never;
}[keyof operations[N]["responses"]];

/** The result of a call: the JSON of a 2xx response, or the `Response` for a file or lines. */
export type Answer<N extends OperationName> =
  Row<N> extends { answers: "stream" } ? Response : Row<N> extends { answers: "nothing" } ? undefined : Successes<N>;

/** The item type of a list. */
export type Item<N extends OperationName> = Answer<N> extends { data: readonly (infer One)[] } ? One : never;

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, even between attempts. The call then throws the reason of the signal. */
  signal?: AbortSignal;
  /** Overrides the client's `retries`. */
  retries?: number;
  /** Overrides the client's `timeoutMs`. */
  timeoutMs?: number;
  /** Further headers: `If-Match`, `X-Request-Id`, `Content-Type` and `Content-Encoding` of bytes. */
  headers?: Record<string, string>;
}

/** The Idempotency-Key. Default: a new one for each call. */
type KeyOption<N extends OperationName> = Row<N> extends { isIdempotent: true } ? { idempotencyKey?: string } : unknown;

type BodyPart<N extends OperationName> = Row<N> extends { takes: "json" | "bytes" } ? { body: Body<N> } : unknown;

/** The named inputs of a call. */
export type Call<N extends OperationName> = CallOptions &
  KeyOption<N> &
  BodyPart<N> &
  QueryPart<N> &
  Pick<operations[N]["parameters"], "path">;

/** Await it for one page, or iterate over the items of all pages. */
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
 * An operation as a function: the ids of the path in order, then the body or the query, then options. Lists can be awaited
 * for a page, or iterated with `for await`.
 */
export type Operation<N extends OperationName> = (
  ...input: [...PathArguments<Row<N>["path"]>, ...InputArguments<N>]
) => Row<N> extends { isPaged: true } ? Listing<Answer<N>, Item<N>> : Promise<Answer<N>>;
