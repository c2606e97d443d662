import type { ErrorName } from "../support/errors";
import type { Given } from "./given";

/** Bytes that are not an HTTP request, or are ambiguous. The server responds once and closes the connection. */
export interface BadWire {
  name: string;
  bytes(given: Given, host: string): string;
  error: ErrorName;
  /** The client closes its side of the connection. */
  halfClose?: boolean;
}

const wire = (name: string, bytes: BadWire["bytes"], more: Partial<BadWire> = {}): BadWire => ({
  name,
  bytes,
  error: "bad_request",
  ...more,
});

type Part = (given: Given, host: string) => string;

const authorized: Part = ({ key }, host) =>
  `Host: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
const event = ({ modelId }: Given) => JSON.stringify({ modelId, eventType: "ALERT", payload: { smuggled: true } });
/** A request inside another one, which must never be processed on its own. */
const hidden: Part = (given, host) =>
  `POST /v1/audit HTTP/1.1\r\n${authorized(given, host)}Content-Length: ${event(given).length}\r\n\r\n${event(given)}`;
const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`;

const posting =
  (framing: string, body: Part): Part =>
  (given, host) =>
    `POST /v1/audit HTTP/1.1\r\n${authorized(given, host)}${framing}\r\n\r\n${body(given, host)}`;
const getting =
  (line: string, headers = ""): Part =>
  (given, host) =>
    `${line}\r\n${authorized(given, host)}${headers}\r\n`;

const chunkedEvent: Part = (given) => `${chunk(event(given))}0\r\n\r\n`;

export const wires: BadWire[] = [
  wire(
    "a length, and chunks that end early",
    posting("Content-Length: 500\r\nTransfer-Encoding: chunked", (given, host) => `0\r\n\r\n${hidden(given, host)}`),
  ),
  wire(
    "chunks, and a length that ends early",
    posting("Transfer-Encoding: chunked\r\nContent-Length: 4", chunkedEvent),
  ),
  wire("two lengths that differ", posting("Content-Length: 2\r\nContent-Length: 300", hidden)),
  wire(
    "two lengths that agree",
    posting("Content-Length: 2\r\nContent-Length: 2", () => "{}"),
  ),
  wire(
    "a list of lengths",
    posting("Content-Length: 2, 2", () => "{}"),
  ),
  wire(
    "a negative length",
    posting("Content-Length: -2", () => "{}"),
  ),
  wire(
    "a length with a sign",
    posting("Content-Length: +2", () => "{}"),
  ),
  wire(
    "a hexadecimal length",
    posting("Content-Length: 0x2", () => "{}"),
  ),
  wire(
    "a length that is too large for an integer",
    posting("Content-Length: 99999999999999999999", () => "{}"),
  ),
  wire("a length longer than the body", posting("Content-Length: 5000", event), { halfClose: true }),
  wire("an unknown transfer coding", posting("Transfer-Encoding: xchunked", chunkedEvent)),
  wire("chunks that are not the last coding", posting("Transfer-Encoding: chunked, identity", chunkedEvent)),
  wire("another coding before chunked", posting("Transfer-Encoding: gzip, chunked\r\nConnection: close", chunkedEvent)),
  wire("a space before the colon of Transfer-Encoding", posting("Transfer-Encoding : chunked", chunkedEvent)),
  wire("a folded Transfer-Encoding", posting("Transfer-Encoding:\r\n chunked", chunkedEvent)),
  wire(
    "a chunk size that is not a number",
    posting("Transfer-Encoding: chunked", () => "zz\r\n{}\r\n0\r\n\r\n"),
  ),
  wire(
    "a negative chunk size",
    posting("Transfer-Encoding: chunked", () => "-2\r\n{}\r\n0\r\n\r\n"),
  ),
  wire(
    "a chunk size that is too large for an integer",
    posting("Transfer-Encoding: chunked", () => "fffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
  ),
  wire(
    "a chunk longer than its size",
    posting("Transfer-Encoding: chunked", () => "2\r\n{}xx\r\n0\r\n\r\n"),
  ),
  wire(
    "chunks with bare line feeds",
    posting("Transfer-Encoding: chunked", () => "2\n{}\n0\n\n"),
  ),
  wire(
    "truncated chunks",
    posting("Transfer-Encoding: chunked", (given) => chunk(event(given))),
    { halfClose: true },
  ),
  wire(
    "20 KB of chunk extensions",
    posting("Transfer-Encoding: chunked", () => `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    {
      error: "payload_too_large",
    },
  ),
  wire("bare line feeds", (_, host) => `GET /v1/audit HTTP/1.1\nHost: ${host}\n\n`),
  wire("a NUL in a header", getting("GET /v1/audit HTTP/1.1", "X-Note: a\u0000b\r\n")),
  wire("a header without a colon", getting("GET /v1/audit HTTP/1.1", "nonsense\r\n")),
  wire("a header with an empty name", getting("GET /v1/audit HTTP/1.1", ": x\r\n")),
  wire("a header name with a space", getting("GET /v1/audit HTTP/1.1", "X Note: x\r\n")),
  wire(
    "no Host header",
    ({ key }) => `GET /v1/audit HTTP/1.1\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  ),
  wire("two Host headers", getting("GET /v1/audit HTTP/1.1", "Host: elsewhere.example\r\nConnection: close\r\n")),
  wire("an unknown version", getting("GET /v1/audit HTTP/1.2")),
  wire("HTTP/2 in clear text", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  wire("no target", getting("GET  HTTP/1.1")),
  wire("a target with a space", getting("GET /v1/audit /v1/models HTTP/1.1")),
  wire("a target with a tab", getting("GET\t/v1/audit\tHTTP/1.1")),
  wire("a target with non-ASCII characters", getting("GET /v1/audit/évt HTTP/1.1")),
  wire("a target that is a host", getting("GET elsewhere.example:80 HTTP/1.1")),
  wire("a target of another scheme", getting("GET file:///etc/passwd HTTP/1.1", "Connection: close\r\n")),
  wire("a method with a space before", getting(" GET /v1/audit HTTP/1.1")),
  wire("a method of 40 characters", getting(`${"A".repeat(40)} /v1/audit HTTP/1.1`)),
  wire("CONNECT", getting("CONNECT elsewhere.example:443 HTTP/1.1"), { error: "method_not_allowed" }),
  wire("a TLS handshake", () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", {
    halfClose: true,
  }),
  wire("another protocol", () => "SSH-2.0-OpenSSH_9.6\r\n"),
];
