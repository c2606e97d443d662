import { expect, test } from "vitest";
import { publicUrl } from "@/lib/platform/config/public-url";
import { provideSingleton } from "@/lib/platform/core/testing";

const environment: Record<string, unknown> = {};
provideSingleton("env", environment);

test.each([
  [{ PUBLIC_URL: "https://audit.example.com" }, "https://audit.example.com/v1/x"],
  [{ PUBLIC_URL: "https://example.com/audit//" }, "https://example.com/audit/v1/x"],
  [{ HOST: "127.0.0.1", PORT: 3000 }, "http://localhost:3000/v1/x"],
  [{ HOST: "audit.internal", PORT: 80 }, "http://audit.internal:80/v1/x"],
  [{ HOST: "0.0.0.0", PORT: 8080 }, "http://localhost:8080/v1/x"],
  [{ HOST: "::", PORT: 8080 }, "http://localhost:8080/v1/x"],
  [{ HOST: "::1", PORT: 8080 }, "http://localhost:8080/v1/x"],
  [{ HOST: "2001:db8::1", PORT: 8080 }, "http://[2001:db8::1]:8080/v1/x"],
])("with %j, a path has the URL %s", (given, url) => {
  Object.assign(environment, { PUBLIC_URL: undefined, ...given });
  expect(publicUrl("/v1/x")).toBe(url);
});
