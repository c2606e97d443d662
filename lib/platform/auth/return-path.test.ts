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
])("%s leads to %s", (given, path) => {
  expect(returnPath(given, origin)).toBe(path);
});

test.each([
  ["nothing", undefined],
  ["an empty text", ""],
  ["another type", { path: "/x" }],
  ["an absolute address", "https://evil.example/"],
  ["an address that begins like ours", "https://audit.example.com.evil.example/"],
  ["our host as a user name", "https://audit.example.com@evil.example/"],
  ["our address over another protocol", "http://audit.example.com/"],
  ["an address without its protocol", "//evil.example"],
  ["more slashes", "///evil.example"],
  ["backslashes", "/\\evil.example"],
  ["backslashes alone", "\\\\evil.example"],
  ["a backslash in the path", "/a\\b"],
  ["an encoded slash", "/%2Fevil.example"],
  ["an encoded backslash", "/%5Cevil.example"],
  ["slashes encoded wholly", "%2F%2Fevil.example"],
  ["slashes encoded twice", "/%252Fevil.example"],
  ["too many layers of encoding", "/%25252525252Fevil.example"],
  ["a tab between slashes", "/\t/evil.example"],
  ["an encoded tab", "/%09/evil.example"],
  ["a line break", "/x\r\nLocation: https://evil.example"],
  ["dots that leave two slashes", "/..//evil.example"],
  ["a script", "javascript:alert(1)"],
  ["data", "data:text/html,<script>"],
  ["a relative path", "evil.example"],
  ["malformed encoding", "/%zz"],
  ["the page of sign-in itself", "/sign-in?callbackUrl=/x"],
  ["a path of the sign-in endpoints", "/api/auth/signout"],
  ["an endless path", `/${"a".repeat(3000)}`],
])("%s leads to the first page", (_what, given) => {
  expect(returnPath(given, origin)).toBe("/");
});
