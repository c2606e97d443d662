import { describe, expect, it } from "vitest";
import { provideSingleton } from "@/lib/platform/core/testing";
import { document } from "./document";

provideSingleton("env", { LOG_LEVEL: "silent", PUBLIC_URL: "https://audit.example.com" });

const { GET, HEAD, POST } = document["/v1/openapi.json"];
const url = "http://localhost/v1/openapi.json";
const context = { params: Promise.resolve({}) };

describe("GET /v1/openapi.json", () => {
  it("serves the document without authentication, cacheable for five minutes", async () => {
    const response = await GET(new Request(url), context);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    expect(response.headers.get("x-ratelimit-limit")).toBeNull();
    expect(await response.json()).toMatchObject({
      openapi: "3.1.1",
      servers: [{ url: "https://audit.example.com/v1" }],
    });
  });

  it.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`, () => "*"])(
    "returns 304 without a body to a client with the current copy (%s)",
    async (ifNoneMatch) => {
      const { headers } = await GET(new Request(url), context);
      const tag = headers.get("etag") ?? "";
      const again = new Request(url, { headers: { "If-None-Match": ifNoneMatch(tag) } });
      const response = await GET(again, context);
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(tag);
      expect(await response.text()).toBe("");
    },
  );

  it("serves the whole document to a client with an outdated copy", async () => {
    const response = await GET(new Request(url, { headers: { "If-None-Match": '"other"' } }), context);
    expect(response.status).toBe(200);
  });

  it("rejects unknown parameters", async () => {
    const response = await GET(new Request(`${url}?format=yaml`), context);
    expect(response.status).toBe(400);
  });
});

it("HEAD returns the same headers", async () => {
  const response = await HEAD(new Request(url, { method: "HEAD" }), context);
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toBe((await GET(new Request(url), context)).headers.get("etag"));
});

it("is exported as a route with one operation", () => {
  expect(POST.name).toBe("handleRefused");
});
