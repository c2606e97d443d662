import type { z } from "zod";
import type { Context } from "@/lib/platform/core/context";
import type { Permission, Scope } from "@/lib/platform/core/roles";
import type { RateClass } from "@/lib/platform/rate-limits";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A schema of one part of a request; `undefined` where the route takes none. */
type PartSchema = z.ZodType | undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A body that is no JSON value: the handler reads its bytes while they arrive. */
export interface StreamedBody {
  stream: string[];
  /** What `Content-Encoding` may name; the handler undoes it. */
  encodings: string[];
  /** By media type. */
  examples?: Record<string, string>;
}
type BodySchema = PartSchema | StreamedBody;
type BodyOutput<B> = B extends StreamedBody ? AsyncIterable<Uint8Array> : Output<B>;

/** What a handler receives beside its context, validated. */
interface RouteInput<P extends PartSchema, Q extends PartSchema, B extends BodySchema> {
  params: Output<P>;
  query: Output<Q>;
  /** Of a streamed body, reading throws `payload_too_large` beyond the limit, and `bad_request` where it breaks off. */
  body: BodyOutput<B>;
  /** The caller's Idempotency-Key and what identifies its request, where the route is `idempotent: "verb"`. */
  idempotency: { key: string; requestHash: string } | undefined;
  expectedVersion: string | undefined;
  request: Request;
}

/** Media types of an answer that is no JSON value, with examples by type. */
interface StreamedResponse {
  stream: string[];
  examples?: Record<string, string>;
}

/**
 * The declaration of an operation: what a reviewer reads, what the wrapper enforces, and what the OpenAPI document says.
 */
export interface RouteOptions<
  P extends PartSchema = PartSchema,
  Q extends PartSchema = PartSchema,
  B extends BodySchema = BodySchema,
> {
  /** One line in the imperative: "Append an event". */
  summary: string;
  description?: string;
  /** The scope an API key must hold; `public` routes need neither key nor session, `session` is for people alone. */
  scope: Scope | "public" | "session";
  /** What a person must be allowed: by default the permission of the scope's name, and `account` where scope is `session`. */
  permission?: Permission;
  /** Pages ask for it by themselves: such a request does not keep a session from going idle. */
  background?: boolean;
  /** The rate-limit bucket; `unlimited` for public verification and documents. */
  limit: RateClass | "unlimited";
  /** How many units of the bucket a request takes, once its body is known. Default 1. */
  cost?: (body: BodyOutput<B>) => number;
  params?: P;
  query?: Q;
  body?: B;
  /** Bytes a body may have. Default 1 MiB. */
  bodyLimit?: number;
  /** Media types of the body beside `application/json`, with what turns their text into what `body` validates. */
  bodyParsers?: Record<string, (text: string) => unknown>;
  /** What is sent: members that the schema does not name never leave. */
  response: z.ZodType | StreamedResponse | "empty";
  /** Media types of text that a caller may ask for with `Accept` in place of JSON, each with an example. */
  responseTexts?: Record<string, string>;
  /** Status of success. Default 200. */
  status?: 200 | 201 | 202 | 204;
  /** Further statuses of success with the shape they answer. */
  alternatives?: Record<number, z.ZodType>;
  /** The answer is a file (`fileReply`), of which a part may be asked for (RFC 9110, 14). */
  isFile?: boolean;
  /**
   * The answer has an `ETag`: the version of the resource that `noun` names. `of` gives the part of the answer that the
   * version identifies, where that is not all of it. With the error `precondition_failed`, `If-Match` is read.
   */
  version?: { noun: string; of?: (answer: never) => object };
  /** Further headers of success (`Location`), each with a sentence that says what it is. */
  responseHeaders?: Record<string, string>;
  /** true: the wrapper keeps the first answer. "verb": the verb does, in a way of its own. */
  idempotent?: true | "verb";
  /** Members of the answer that are shown once: a repeat of the request answers without them. */
  secretMembers?: string[];
  /** Error codes this operation answers with beside those every operation shares. */
  errors?: import("@/lib/platform/core/errors").ErrorCode[];
  /** ISO dates for the `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) headers. */
  deprecated?: { since: string; sunset?: string };
}

export type RouteHandler<P extends PartSchema, Q extends PartSchema, B extends BodySchema> = (
  ctx: Context,
  input: RouteInput<P, Q, B>,
) => unknown;

export interface Route {
  options: RouteOptions;
  handler: (ctx: Context, input: RouteInput<PartSchema, PartSchema, BodySchema>) => unknown;
}

export interface NextRouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

export type NextHandler = (request: Request, context: NextRouteContext) => Promise<Response>;

/** What a person needs for an operation that is not public: by default what its scope is called. */
export function permissionOf({ scope, permission }: Pick<RouteOptions, "scope" | "permission">): Permission {
  return permission ?? (scope === "session" || scope === "public" ? "account" : scope);
}
