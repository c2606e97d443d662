import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";

const answers: (() => Response | Promise<Response>)[] = [];
const sent: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  answers.length = 0;
  sent.length = 0;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve().then(() => (answers.shift() ?? (() => Response.json({})))());
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("was not refused");
  return error;
}

describe("a call of the API", () => {
  it("asks by the session, with the filters that say something", async () => {
    answers.push(() => Response.json({ data: [1] }));
    expect(await api.get("/v1/models", { status: ["A", "B"], q: "", cursor: null, limit: 25 })).toEqual({ data: [1] });
    expect(sent[0]?.url).toBe("/v1/models?limit=25&status=A%2CB");
    expect(sent[0]?.init).toMatchObject({ method: "GET", credentials: "same-origin" });
  });

  it("sends JSON with its idempotency key, and reads an answer without a body", async () => {
    answers.push(() => new Response(null, { status: 204 }));
    expect(await api.post("/v1/models", { name: "m" }, { idempotencyKey: "k" })).toBeUndefined();
    expect(sent[0]?.init.body).toBe('{"name":"m"}');
    expect(sent[0]?.init.headers).toMatchObject({ "Content-Type": "application/json", "Idempotency-Key": "k" });
  });

  it("hands the entity tag over", async () => {
    answers.push(() => Response.json({ id: "a" }, { headers: { ETag: '"7"' } }));
    expect(await api.getWithTag("/v1/models/a")).toEqual({ data: { id: "a" }, etag: '"7"' });
  });

  it("is refused in the words of the answer", async () => {
    const body = {
      error: "validation_failed",
      message: "name: is too long",
      requestId: "req_1",
      details: [{ path: "name", message: "is too long" }, "odd"],
      requiredScope: "admin",
    };
    answers.push(() => Response.json(body, { status: 400, headers: { "Retry-After": "7" } }));
    const error = await refusalOf(api.patch("/v1/models/a", {}));
    expect(error).toMatchObject({ status: 400, code: "validation_failed", requestId: "req_1", retryAfterSeconds: 7 });
    expect(error.members).toEqual({ requiredScope: "admin" });
    expect(fieldErrors(error)).toEqual({ name: "Is too long" });
  });

  it("shows nothing of an answer that is not the service's", async () => {
    answers.push(() => new Response("<html>proxy</html>", { status: 502, headers: { "X-Request-Id": "req_2" } }));
    const error = await refusalOf(api.get("/v1/models"));
    expect(error).toMatchObject({ status: 502, code: "unexpected_answer", requestId: "req_2" });
    expect(error.message).not.toContain("html");
  });

  it("is offline where no answer comes", async () => {
    answers.push(() => Promise.reject(new TypeError("failed to fetch")));
    expect(await refusalOf(api.get("/v1/models"))).toMatchObject({ status: 0, code: "offline" });
  });

  it("is no error of the service when it was given up", async () => {
    const stop = new AbortController();
    stop.abort();
    answers.push(() => Promise.reject(stop.signal.reason));
    await expect(api.get("/v1/models", undefined, { signal: stop.signal })).rejects.not.toBeInstanceOf(ApiError);
  });

  it("leads to the sign-in page once when the session is over, and back from there", async () => {
    const assign = vi.fn();
    vi.stubGlobal("location", { pathname: "/audit", search: "?type=ALERT", hash: "", assign });
    const over = () => Response.json({ error: "unauthorized", message: "Sign in.", requestId: "r" }, { status: 401 });
    answers.push(over, over);
    await refusalOf(api.get("/v1/audit"));
    await refusalOf(api.get("/v1/audit"));
    expect(assign.mock.calls).toEqual([["/sign-in?callbackUrl=%2Faudit%3Ftype%3DALERT"]]);
  });
});
