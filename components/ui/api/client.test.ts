import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";

const responses: (() => Response | Promise<Response>)[] = [];
const sent: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  responses.length = 0;
  sent.length = 0;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve().then(() => (responses.shift() ?? (() => Response.json({})))());
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("The call succeeded.");
  return error;
}

describe("the API client", () => {
  it("sends the session and the non-empty query members", async () => {
    responses.push(() => Response.json({ data: [1] }));
    expect(await api.get("/v1/models", { status: ["A", "B"], q: "", cursor: null, limit: 25 })).toEqual({ data: [1] });
    expect(sent[0]?.url).toBe("/v1/models?limit=25&status=A%2CB");
    expect(sent[0]?.init).toMatchObject({ method: "GET", credentials: "same-origin" });
  });

  it("sends JSON with an idempotency key and reads an empty response", async () => {
    responses.push(() => new Response(null, { status: 204 }));
    expect(await api.post("/v1/models", { name: "m" }, { idempotencyKey: "k" })).toBeUndefined();
    expect(sent[0]?.init.body).toBe('{"name":"m"}');
    expect(sent[0]?.init.headers).toMatchObject({ "Content-Type": "application/json", "Idempotency-Key": "k" });
  });

  it("returns the entity tag", async () => {
    responses.push(() => Response.json({ id: "a" }, { headers: { ETag: '"7"' } }));
    expect(await api.getWithTag("/v1/models/a")).toEqual({ data: { id: "a" }, etag: '"7"' });
  });

  it("throws the error of the response", async () => {
    const body = {
      error: "validation_failed",
      message: "name: is too long",
      requestId: "req_1",
      details: [{ path: "name", message: "is too long" }, "odd"],
      requiredScope: "admin",
    };
    responses.push(() => Response.json(body, { status: 400, headers: { "Retry-After": "7" } }));
    const error = await errorOf(api.patch("/v1/models/a", {}));
    expect(error).toMatchObject({ status: 400, code: "validation_failed", requestId: "req_1", retryAfterSeconds: 7 });
    expect(error.members).toEqual({ requiredScope: "admin" });
    expect(fieldErrors(error)).toEqual({ name: "Is too long" });
  });

  it("does not show the body of another server", async () => {
    responses.push(() => new Response("<html>proxy</html>", { status: 502, headers: { "X-Request-Id": "req_2" } }));
    const error = await errorOf(api.get("/v1/models"));
    expect(error).toMatchObject({ status: 502, code: "unexpected_answer", requestId: "req_2" });
    expect(error.message).not.toContain("html");
  });

  it("reports a missing response as offline", async () => {
    responses.push(() => Promise.reject(new TypeError("failed to fetch")));
    expect(await errorOf(api.get("/v1/models"))).toMatchObject({ status: 0, code: "offline" });
  });

  it("does not report an aborted request as an API error", async () => {
    const stop = new AbortController();
    stop.abort();
    responses.push(() => Promise.reject(stop.signal.reason));
    await expect(api.get("/v1/models", undefined, { signal: stop.signal })).rejects.not.toBeInstanceOf(ApiError);
  });

  it("redirects once to the sign-in page when the session has expired", async () => {
    const assign = vi.fn();
    vi.stubGlobal("location", { pathname: "/audit", search: "?type=ALERT", hash: "", assign });
    const over = () => Response.json({ error: "unauthorized", message: "Sign in.", requestId: "r" }, { status: 401 });
    responses.push(over, over);
    await errorOf(api.get("/v1/audit"));
    await errorOf(api.get("/v1/audit"));
    expect(assign.mock.calls).toEqual([["/sign-in?callbackUrl=%2Faudit%3Ftype%3DALERT"]]);
  });
});
