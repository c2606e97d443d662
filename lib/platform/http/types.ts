import type { z } from "zod";
import type { Context } from "@/lib/platform/core/context";
import type { ErrorCode, ServiceError } from "@/lib/platform/core/errors";
import type { Permission, Scope } from "@/lib/platform/core/roles";
import type { RateClass, RateState } from "@/lib/platform/rate-limits";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The schema of a part of a request, if the route has that part. */
type PartSchema = z.ZodType | undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A body that the handler reads as a stream of bytes, or, with `decode`, as the value decoded from all bytes. */
export interface StreamedBody {
  /** Accepted media types. An empty list accepts all types. */
  stream: string[];
  /** Accepted values of `Content-Encoding`. The handler of a stream decodes them. */
  encodings: string[];
  decode?: (bytes: Uint8Array, mediaType: string) => unknown;
  /** By media type. */
  examples?: Record<string, string>;
  /** The schema of a line of NDJSON, for the OpenAPI document only. */
  line?: z.ZodType;
}
type BodySchema = PartSchema | StreamedBody;
type BodyOutput<B> = B extends StreamedBody
  ? B extends { decode: (bytes: Uint8Array, mediaType: string) => infer Decoded }
    ? Decoded
    : AsyncIterable<Uint8Array>
  : Output<B>;

/** The validated input of a handler. */
interface RouteInput<P extends PartSchema, Q extends PartSchema, B extends BodySchema> {
  params: Output<P>;
  query: Output<Q>;
  /** Reading a stream throws `payload_too_large` beyond the limit and `bad_request` if it is incomplete. */
  body: BodyOutput<B>;
  /** The Idempotency-Key and the hash of the request, if the route is `idempotent: "operation"`. */
  idempotency: { key: string; requestHash: string } | undefined;
  expectedVersion: string | undefined;
  request: Request;
}

/** Media types of a response that is not JSON, with examples by type. */
interface StreamedResponse {
  stream: string[];
  examples?: Record<string, string>;
}

/** The declaration of an operation, which the wrapper enforces and the OpenAPI document describes. */
export interface RouteOptions<
  P extends PartSchema = PartSchema,
  Q extends PartSchema = PartSchema,
  B extends BodySchema = BodySchema,
> {
  /** One line in the imperative: "Append an event". */
  summary: string;
  description?: string;
  /**
   * The scope an API key requires. `public` routes require no authentication, `session` routes accept only sessions, `key`
   * routes accept any API key and no sessions.
   */
  scope: Scope | "public" | "session" | "key";
  /** The permission a member requires. Default: the scope's name, or `account` for `session`. */
  permission?: Permission;
  /** Pages send this request automatically, so it does not count as activity of the session. */
  background?: boolean;
  /** The rate-limit bucket; `unlimited` for public verification and documents. */
  limit: RateClass | "unlimited";
  /** Checks another credential of a `public` route before its input is read. @throws ServiceError */
  admit?: (request: Request) => Promise<RateState>;
  /** Rate-limit units of a request, given its body. Default 1. */
  cost?: (body: BodyOutput<B>) => number;
  params?: P;
  query?: Q;
  body?: B;
  /** Maximum size of the body in bytes. Default 1 MiB. */
  bodyLimit?: number;
  /** Parsers for further media types of the body. */
  bodyParsers?: Record<string, (text: string) => unknown>;
  /** The response schema. Members that it does not name are never sent. */
  response: z.ZodType | StreamedResponse | "empty";
  /** Further media types of the response besides JSON, each with an example if it is text. */
  responseTexts?: Record<string, string | undefined>;
  /** Status of success. Default 200. */
  status?: 200 | 201 | 202 | 204;
  /** Further success statuses with their response schemas. */
  alternatives?: Record<number, z.ZodType>;
  /** The response is a file (`fileReply`) that supports range requests (RFC 9110, 14). */
  isFile?: boolean;
  /**
   * The response has an `ETag`, the version of the resource named `noun`. `of` selects the versioned part of the response.
   * Operations with the error `precondition_failed` read `If-Match`.
   */
  version?: { noun: string; of?: (answer: never) => object };
  /** The path of the list that the new record of the response belongs to, for `Location`. */
  location?: string;
  /** Further headers of a successful response, each with its description. */
  responseHeaders?: Record<string, string>;
  /** true: the wrapper stores the first response. "operation": the operation implements idempotency itself. */
  idempotent?: true | "operation";
  /** Response members that are shown once and omitted when the request is repeated. */
  secretMembers?: string[];
  /** The value of the `Authorization` header, for protocols that send the API key in another form. Excludes sessions. */
  authorization?: (headers: Headers) => string;
  /** The body of an error for protocols that define one, with its status if that differs. */
  errorBody?: (
    error: ServiceError,
    request: Request,
  ) => { bytes: Uint8Array<ArrayBuffer> | string; type: string; status?: number } | undefined;
  /** Error codes besides those that all operations share. */
  errors?: ErrorCode[];
  /** ISO dates for the `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) headers. */
  deprecated?: { since: string; sunset?: string };
}

/** The declaration of a route: `response` is missing if the response is empty. */
export interface Declaration<P extends PartSchema, Q extends PartSchema, B extends BodySchema>
  extends Omit<RouteOptions<P, Q, B>, "response">,
    Partial<Pick<RouteOptions, "response">> {
  handler: (ctx: Context, input: RouteInput<P, Q, B>) => unknown;
}

export interface Route {
  options: RouteOptions;
  handler: (ctx: Context, input: RouteInput<PartSchema, PartSchema, BodySchema>) => unknown;
}

export interface NextRouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

export type NextHandler = (request: Request, context: NextRouteContext) => Promise<Response>;

/** The permission that a member requires for an operation. */
export function permissionOf({ scope, permission }: Pick<RouteOptions, "scope" | "permission">): Permission {
  return permission ?? (scope === "session" || scope === "public" || scope === "key" ? "account" : scope);
}
