import { expect, test } from "vitest";
import { returnPath } from "@/lib/platform/auth/return-path";

const origin = "https://audit.example.com";

test.each([
  ["/shadow-ai", "/shadow-ai"],
  ["/shadow-ai?status=OPEN&q=a%20b#x", "/shadow-ai?status=OPEN&q=a%20b#x"],
  ["/audit/evt_1", "/audit/evt_1"],
  ["/a/../b", "/b"],
  ["/search?next=https://evil.example", "/search?next=https://evil.example"],
  [`${origin}/evidence`, "/evidence"],
  ["/", "/"],
])("%s returns to %s", (given, path) => {
  expect(returnPath(given, origin)).toBe(path);
});

test.each([
  ["nothing", undefined],
  ["an empty value", ""],
  ["another type", { path: "/x" }],
  ["an absolute URL", "https://evil.example/"],
  ["a URL that starts like the service's", "https://audit.example.com.evil.example/"],
  ["the service's host as a user name", "https://audit.example.com@evil.example/"],
  ["the service's URL with another protocol", "http://audit.example.com/"],
  ["a URL without a protocol", "//evil.example"],
  ["several slashes", "///evil.example"],
  ["backslashes", "/\\evil.example"],
  ["only backslashes", "\\\\evil.example"],
  ["a backslash in the path", "/a\\b"],
  ["an encoded slash", "/%2Fevil.example"],
  ["an encoded backslash", "/%5Cevil.example"],
  ["encoded slashes", "%2F%2Fevil.example"],
  ["double-encoded slashes", "/%252Fevil.example"],
  ["too many layers of encoding", "/%25252525252Fevil.example"],
  ["a tab between slashes", "/\t/evil.example"],
  ["an encoded tab", "/%09/evil.example"],
  ["a line break", "/x\r\nLocation: https://evil.example"],
  ["dot segments that leave two slashes", "/..//evil.example"],
  ["a script URL", "javascript:alert(1)"],
  ["data", "data:text/html,<script>"],
  ["a relative path", "evil.example"],
  ["malformed encoding", "/%zz"],
  ["the sign-in page", "/sign-in?callbackUrl=/x"],
  ["a sign-in endpoint", "/api/auth/signout"],
  ["a very long path", `/${"a".repeat(3000)}`],
])("%s returns to the overview", (_what, given) => {
  expect(returnPath(given, origin)).toBe("/");
});
