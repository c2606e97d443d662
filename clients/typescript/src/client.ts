import { ConnectionError } from "./errors";
import { operationTable } from "./generated/operation-table";
import type { Answer, Bytes, Call, CallOptions, Listing, OperationName } from "./operations";
import { type PackageOperations, packageOperations } from "./packages";
import { type Resource, type ResourceName, resourceTable } from "./resources";
import { type Attempt, buildUrl, type Incoming, type Outgoing, originOf, send, type UrlParts } from "./send";

export interface ClientOptions {
  /** The address of the service, such as `https://audit.example.com`. It can end with `/v1`. */
  baseUrl: string;
  /**
   * `gas_live_…`, or `gas_test_…` for a sandbox organisation. Without a key, requests are anonymous, or use the session in
   * pages of the service itself.
   */
  apiKey?: string;
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: typeof fetch;
  /** Maximum number of retries. Default 4. */
  retries?: number;
  /** Timeout of one attempt in milliseconds. Default 30,000. */
  timeoutMs?: number;
  /** Called after each attempt, for logs and metrics. */
  onAttempt?: (attempt: Attempt) => void;
}

/** A response with its status and headers. */
export interface Answered<N extends OperationName> {
  data: Answer<N>;
  status: number;
  /** `X-RateLimit-Remaining`, `ETag`, `Idempotent-Replayed` and others. */
  headers: Headers;
}

/** Any row of the table. */
interface Row {
  method: string;
  path: string;
  takes?: "json" | "bytes" | "query";
  answers: "json" | "stream" | "nothing";
  isIdempotent?: true;
  isRepeatable?: true;
  isPaged?: true;
}

/** Any call. */
interface AnyCall extends CallOptions, UrlParts {
  body?: unknown;
  idempotencyKey?: string;
}

/** A request without the settings that the client adds to every request. */
interface Unsent extends Omit<Outgoing, "retries" | "timeoutMs" | "signal"> {
  options: CallOptions;
}

const retriesUsual = 4;
const timeoutMsUsual = 30_000;

/**
 * A client for the API that uses one key.
 *
 * If a request still fails after all retries, the call throws `ApiError` for a response other than 2xx, or
 * `ConnectionError` if there was no response. If you abort a call, it throws the abort reason of its signal. Requests that
 * create a resource have an `Idempotency-Key`, so retries never create it twice.
 */
export class GovernanceClient {
  /** Append, read and verify events. */
  readonly audit: Resource<"audit"> = this.resource("audit");
  readonly models: Resource<"models"> = this.resource("models");
  /** Evidence packages, with `waitFor` and `download`. */
  readonly evidence: Resource<"evidence"> & PackageOperations = this.evidenceResource();
  readonly evidenceControls: Resource<"evidenceControls"> = this.resource("evidenceControls");
  readonly userPseudonyms: Resource<"userPseudonyms"> = this.resource("userPseudonyms");
  readonly controlAssignments: Resource<"controlAssignments"> = this.resource("controlAssignments");
  readonly evidenceDocuments: Resource<"evidenceDocuments"> = this.resource("evidenceDocuments");
  readonly reports: Resource<"reports"> = this.resource("reports");
  readonly reportSchedules: Resource<"reportSchedules"> = this.resource("reportSchedules");
  readonly shadowAi: Resource<"shadowAi"> = this.resource("shadowAi");
  readonly telemetry: Resource<"telemetry"> = this.resource("telemetry");
  readonly sensors: Resource<"sensors"> = this.resource("sensors");
  /** Public verification without a key: whether a package is genuine, and the keys of the service. */
  readonly verify: Resource<"verify"> = this.resource("verify");
  readonly webhooks: Resource<"webhooks"> = this.resource("webhooks");
  readonly auditStreams: Resource<"auditStreams"> = this.resource("auditStreams");
  readonly integrations: Resource<"integrations"> = this.resource("integrations");
  readonly alertPolicies: Resource<"alertPolicies"> = this.resource("alertPolicies");
  readonly legalHolds: Resource<"legalHolds"> = this.resource("legalHolds");
  readonly apiKeys: Resource<"apiKeys"> = this.resource("apiKeys");
  readonly members: Resource<"members"> = this.resource("members");
  readonly invitations: Resource<"invitations"> = this.resource("invitations");
  readonly passwordResets: Resource<"passwordResets"> = this.resource("passwordResets");
  /** The current session. Requires a session, like `sessions`, `account`, `notifications` and `savedViews`. */
  readonly session: Resource<"session"> = this.resource("session");
  readonly sessions: Resource<"sessions"> = this.resource("sessions");
  readonly account: Resource<"account"> = this.resource("account");
  readonly notifications: Resource<"notifications"> = this.resource("notifications");
  readonly mails: Resource<"mails"> = this.resource("mails");
  readonly organisation: Resource<"organisation"> = this.resource("organisation");
  readonly overview: Resource<"overview"> = this.resource("overview");
  readonly activity: Resource<"activity"> = this.resource("activity");
  readonly savedViews: Resource<"savedViews"> = this.resource("savedViews");
  readonly openApi: Resource<"openApi"> = this.resource("openApi");

  private readonly origin: string;

  constructor(private readonly options: ClientOptions) {
    this.origin = originOf(options.baseUrl);
  }

  /**
   * Calls an operation by its operationId and returns status and headers, which the functions of the resources omit.
   */
  async request<N extends OperationName>(name: N, call: Call<N>): Promise<Answered<N>> {
    return (await this.call(name, call as AnyCall)) as Answered<N>;
  }

  private async call(name: OperationName, call: AnyCall): Promise<Answered<OperationName>> {
    const row: Row = operationTable[name];
    const incoming = await this.send({
      method: row.method,
      url: buildUrl(this.origin, row.path, call),
      headers: this.headersOf(row, call),
      body: row.takes === "json" ? JSON.stringify(call.body) : (call.body as Bytes | undefined),
      isStreamed: row.answers === "stream",
      isRepeatable: row.isRepeatable === true,
      options: call,
    });
    const { status, headers } = incoming.response;
    return { data: dataOf(row, incoming) as Answer<OperationName>, status, headers };
  }

  private headersOf(row: Row, { headers, idempotencyKey = crypto.randomUUID() }: AnyCall): Headers {
    const { apiKey } = this.options;
    const all = new Headers({
      ...(row.answers === "json" ? { Accept: "application/json" } : {}),
      ...(row.takes === "json" ? { "Content-Type": "application/json" } : {}),
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      ...(row.isIdempotent ? { "Idempotency-Key": idempotencyKey } : {}),
    });
    for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
    return all;
  }

  private send({ options, ...request }: Unsent): Promise<Incoming> {
    const { fetch = globalThis.fetch, onAttempt, retries = retriesUsual, timeoutMs = timeoutMsUsual } = this.options;
    const outgoing = { ...request, retries: options.retries ?? retries, timeoutMs: options.timeoutMs ?? timeoutMs };
    return send({ ...outgoing, signal: options.signal }, { fetch, onAttempt });
  }

  private resource<Name extends ResourceName>(name: Name): Resource<Name> {
    const members = Object.entries(resourceTable[name] as Record<string, OperationName>);
    return Object.fromEntries(
      members.map(([member, operation]) => [member, (...input: unknown[]) => this.callWith(operation, input)]),
    ) as unknown as Resource<Name>;
  }

  /** Accepts the arguments that {@link Operation} describes: parts of the path, the body or the query, options. */
  private callWith(name: OperationName, input: unknown[]): Promise<unknown> {
    const { path: template, takes, isPaged }: Row = operationTable[name];
    const rest = [...input];
    const path = Object.fromEntries(
      [...template.matchAll(/\{(\w+)\}/g)].map(([, part = ""]) => [part, rest.shift() as string]),
    );
    const given = takes === undefined ? {} : { [takes === "query" ? "query" : "body"]: rest.shift() };
    const call: AnyCall = { path, ...given, ...(rest.shift() as CallOptions | undefined) };
    const read = async (cursor?: string) => {
      const paged = cursor === undefined ? call : { ...call, query: { ...call.query, cursor } };
      return (await this.call(name, paged)).data;
    };
    return isPaged ? listing(read as () => Promise<Page>) : read();
  }

  private evidenceResource(): Resource<"evidence"> & PackageOperations {
    const resource = this.resource("evidence");
    const { get, createDownloadUrl } = resource;
    const open = async (url: string, options: CallOptions) => {
      const request = { method: "GET", url, headers: new Headers(), body: undefined };
      return (await this.send({ ...request, isStreamed: true, isRepeatable: true, options })).response;
    };
    return { ...resource, ...packageOperations({ get, createDownloadUrl, open }) };
  }
}

function dataOf({ answers, method, path }: Row, { response, text }: Incoming): unknown {
  if (answers === "stream") return response;
  if (answers === "nothing") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConnectionError(`${method} ${path} returned a response that is not JSON.`, { cause });
  }
}

/** One page of a list. */
interface Page {
  data: readonly unknown[];
  pagination: { hasMore: boolean; nextCursor?: string };
}

/**
 * A list that can be awaited for its first page, or iterated to its end. `read` fetches the page of a cursor when the items
 * of the previous page are consumed.
 */
function listing<P extends Page>(read: (cursor: string | undefined) => Promise<P>): Listing<P, P["data"][number]> {
  const first = read(undefined);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let page = await first; ; ) {
        yield* page.data;
        const { hasMore, nextCursor } = page.pagination;
        if (!hasMore || nextCursor === undefined) return;
        page = await read(nextCursor);
      }
    },
  });
}
