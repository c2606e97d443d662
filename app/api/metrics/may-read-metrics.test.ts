import { afterEach, describe, expect, it } from "vitest";
import { provideSingleton } from "@/lib/platform/core/testing";
import { clientAddressHeader, forwardedHeader } from "@/lib/platform/http/request";
import { mayReadMetrics } from "./may-read-metrics";

const environment = { METRICS_TOKEN: undefined as string | undefined };
provideSingleton("env", environment);

afterEach(() => {
  environment.METRICS_TOKEN = undefined;
});

function request(headers: Record<string, string>): Request {
  return new Request("http://localhost/api/metrics", { headers });
}

describe("without a token", () => {
  it.each([
    [{ [clientAddressHeader]: "127.0.0.1" }, true],
    [{ [clientAddressHeader]: "::1", "x-forwarded-for": "::ffff:127.0.0.1" }, true],
    [{ [clientAddressHeader]: "192.0.2.7" }, false],
    [{ [clientAddressHeader]: "127.0.0.1", "x-forwarded-for": "192.0.2.7" }, false],
    [{ [clientAddressHeader]: "127.0.0.1", "x-forwarded-for": "127.0.0.1, 192.0.2.7" }, false],
    [{ [clientAddressHeader]: "127.0.0.1", forwarded: "for=192.0.2.7" }, false],
    [{ [clientAddressHeader]: "127.0.0.1", "x-real-ip": "192.0.2.7" }, false],
    [{ [clientAddressHeader]: "127.0.0.1", "x-forwarded-for": "127.0.0.1", [forwardedHeader]: "1" }, false],
    [{ [clientAddressHeader]: "127.0.0.1", via: "1.1 proxy" }, false],
    [{}, false],
  ])("only requests from this machine are allowed: %j %s", (headers, allowed) => {
    expect(mayReadMetrics(request(headers))).toBe(allowed);
  });
});

describe("with a token", () => {
  it.each([
    ["Bearer sixteen-letters!", true],
    ["Bearer sixteen-letters", false],
    ["sixteen-letters!", false],
    ["", false],
  ])("only requests with the token are allowed: %j %s", (authorization, allowed) => {
    environment.METRICS_TOKEN = "sixteen-letters!";
    expect(mayReadMetrics(request({ authorization, [clientAddressHeader]: "127.0.0.1" }))).toBe(allowed);
  });
});
