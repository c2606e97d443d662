import { buildUrl, originOf, type UrlParts } from "./build-url";
import { ConnectionError } from "./errors";
import { operationTable } from "./generated/operation-table";
import { listing, type Page } from "./listing";
import type { Answer, Bytes, Call, CallOptions, OperationName } from "./operations";
import { type PackageOperations, packageOperations } from "./packages";
import { harmless, type Resource, type ResourceName, resourceTable } from "./resources";
import { type Attempt, type Incoming, type Outgoing, send } from "./send";

export interface ClientOptions {
  /** Where the service is, with or without `/v1`: `https://audit.example.com`. */
  baseUrl: string;
  /**
   * `gas_live_…`, or `gas_test_…` of a sandbox organisation. Left out, requests are those of nobody, or in pages of the
   * service itself of whoever is signed in there.
   */
  apiKey?: string;
  /** In place of the global `fetch`: for a proxy, or to add what your network wants. */
  fetch?: typeof fetch;
  /** Attempts after the first one, where another may help; 4 unless you say otherwise. */
  retries?: number;
  /** Milliseconds for one attempt; 30,000 unless you say otherwise. */
  timeoutMs?: number;
  /** Told of each attempt once it is over: for logs and measurements. */
  onAttempt?: (attempt: Attempt) => void;
}

/** An answer with what stands around it. */
export interface Answered<N extends OperationName> {
  data: Answer<N>;
  status: number;
  /** `X-RateLimit-Remaining`, `ETag`, `Idempotent-Replayed` and the others that the document names. */
  headers: Headers;
}

/** A row of the table, whichever it is. */
interface Row {
  method: string;
  path: string;
  takes?: "json" | "bytes" | "query";
  answers: "json" | "stream" | "nothing";
  isIdempotent?: true;
  isPaged?: true;
}

/** A call, whichever it is. */
interface AnyCall extends CallOptions, UrlParts {
  body?: unknown;
  idempotencyKey?: string;
}

/** A request without what the client knows for all of them. */
interface Unsent extends Omit<Outgoing, "retries" | "timeoutMs" | "signal"> {
  options: CallOptions;
}

const retriesUsual = 4;
const timeoutMsUsual = 30_000;

/**
 * The API of one service for one key.
 *
 * Calls throw `ApiError` for an answer that is not 2xx, `ConnectionError` where there was none, and the reason of
 * their signal when that is aborted; the first two after as many attempts as make sense. What creates
 * something is sent with an `Idempotency-Key`, the same one at each attempt, so that it is created once.
 */
export class GovernanceClient {
  /** Append, read and verify events. */
  readonly audit: Resource<"audit"> = this.resource("audit");
  readonly models: Resource<"models"> = this.resource("models");
  /** Packages; also to wait for one, and to download it. */
  readonly evidence: Resource<"evidence"> & PackageOperations = this.evidenceResource();
  readonly reports: Resource<"reports"> = this.resource("reports");
  readonly reportSchedules: Resource<"reportSchedules"> = this.resource("reportSchedules");
  readonly shadowAi: Resource<"shadowAi"> = this.resource("shadowAi");
  readonly sensors: Resource<"sensors"> = this.resource("sensors");
  /** What anybody may ask, without a key: is a package genuine, and which keys are the service's. */
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
  /** Who is signed in; only with a session. So are `sessions`, `account` and `savedViews`. */
  readonly session: Resource<"session"> = this.resource("session");
  readonly sessions: Resource<"sessions"> = this.resource("sessions");
  readonly account: Resource<"account"> = this.resource("account");
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
   * Calls an operation by the name it has in the OpenAPI document and answers with status and headers. The resources are
   * the same calls, and leave those out.
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
      isRepeatable: row.method === "GET" || row.method === "PUT" || row.isIdempotent === true || harmless.has(name),
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

  /** Takes what {@link Operation} describes: parts of the path, the body or the query, options. */
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
    throw new ConnectionError(`${method} ${path} was answered with something that is not JSON.`, { cause });
  }
}
