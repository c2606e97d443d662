/** The response to a request. `body` is the parsed JSON; undefined if it is empty, text if it is not JSON. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

type Fields = Record<string, unknown>;
type RequestHeaders = Record<string, string>;

/**
 * A small client of the API for one process, with one key or none. Callers choose the type of a response; it is not
 * checked.
 */
export interface Api {
  get<T = Fields>(path: string, headers?: RequestHeaders): Promise<Answer<T>>;
  /** An object is sent as JSON; text and bytes are sent as they are. */
  post<T = Fields>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer<T>>;
  patch<T = Fields>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer<T>>;
  delete<T = Fields>(path: string, headers?: RequestHeaders): Promise<Answer<T>>;
  /** For all other methods. */
  send<T = Fields>(method: string, path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer<T>>;
}

/** The maximum duration of a request in tests. A longer request fails. */
const answerMsMax = 15_000;

/**
 * @param url of the application, without a trailing slash
 * @param key sent as `Authorization: Bearer`; omit it for unauthenticated requests
 */
export function apiClient(url: string, key?: string): Api {
  async function send<T>(method: string, path: string, body?: unknown, headers: RequestHeaders = {}) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(answerMsMax),
    });
    return { status: response.status, headers: response.headers, body: parse(response, await response.text()) as T };
  }
  return {
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    patch: (path, body, headers) => send("PATCH", path, body, headers),
    delete: (path, headers) => send("DELETE", path, undefined, headers),
    send,
  };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

function parse(response: Response, text: string): unknown {
  if (text === "") return undefined;
  return response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
}
