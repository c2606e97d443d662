import { connect, type Socket } from "node:net";

/** A request as sent on the wire. Nothing is checked, normalised or added except as described here. */
export interface RawRequest {
  method: string;
  /** The target in the request line, which may not be a valid path. */
  target: string;
  /** `Host` is added if it is missing, and undefined headers are omitted. Characters are sent as latin-1. */
  headers?: Record<string, string | undefined>;
  /** Sent with its length, unless `headers` set another length or the body is chunked. */
  body?: Uint8Array;
  chunked?: boolean;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends one request on a new connection and returns its response. */
export async function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const [answer] = await talk(url, [requestBytes(url, request)], {
    stopAfter: 1,
    isHead: request.method === "HEAD",
  });
  if (!answer)
    throw new Error(`${request.method} ${request.target.slice(0, 80)}: the connection ended without an answer`);
  return answer;
}

interface TalkOptions {
  /** Closes the connection after this many responses. Default: waits until the server closes it. */
  stopAfter?: number;
  /** Ends the sending side after all bytes are written. */
  halfClose?: boolean;
  /** Responses have no body, regardless of their headers. */
  isHead?: boolean;
}

const answerMsMax = 15_000;

/** Writes bytes on a new connection and returns the responses in order, without interim ones (1xx). */
export async function talk(
  url: string,
  parts: (Uint8Array | string)[],
  { stopAfter, halfClose = false, isHead = false }: TalkOptions = {},
): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const received: Buffer[] = [];
  const answers = (isEnded: boolean) => readAnswers(Buffer.concat(received), isHead, isEnded);
  const socket = connect(Number(port), hostname);
  return await new Promise<RawAnswer[]>((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error(`no end after ${answerMsMax} ms`)), answerMsMax);
    function finish(found: RawAnswer[]): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(found);
    }
    function fail(error: Error): void {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    }
    socket.on("data", (chunk) => {
      received.push(chunk);
      if (stopAfter === undefined) return;
      const found = answers(false);
      if (found.length >= stopAfter) finish(found.slice(0, stopAfter));
    });
    // A server that rejects an unread body closes the connection while the client writes. Its response counts.
    socket.on("error", (error) => (answers(true).length > 0 ? finish(answers(true)) : fail(error)));
    socket.on("close", () => finish(answers(true)));
    write(socket, parts, halfClose);
  });
}

function write(socket: Socket, parts: (Uint8Array | string)[], halfClose: boolean): void {
  for (const part of parts) socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
  if (halfClose) socket.end();
}

/** The bytes of a request. */
export function requestBytes(url: string, { method, target, headers = {}, body, chunked = false }: RawRequest): Buffer {
  const framing = chunked ? { "Transfer-Encoding": "chunked" } : body && { "Content-Length": String(body.byteLength) };
  const lines = Object.entries({ Host: new URL(url).host, ...framing, ...headers })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  return Buffer.concat([head, chunked ? inChunks(body ?? new Uint8Array()) : (body ?? new Uint8Array())]);
}

const chunkBytes = 64 * 1024;

function inChunks(body: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < body.byteLength; start += chunkBytes) {
    const chunk = body.subarray(start, start + chunkBytes);
    parts.push(Buffer.from(`${chunk.byteLength.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

/** The complete responses in the bytes. */
function readAnswers(bytes: Buffer, isHead: boolean, isEnded: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const headEnd = bytes.indexOf("\r\n\r\n", start);
    if (headEnd === -1) break;
    const [statusLine = "", ...lines] = bytes.toString("latin1", start, headEnd).split("\r\n");
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
    const headers = new Headers(lines.map((line) => splitHeader(line)));
    const isBodiless = isHead || status < 200 || status === 204 || status === 304;
    const body = isBodiless ? { text: "", end: headEnd + 4 } : readBody(bytes, headEnd + 4, headers, isEnded);
    if (!body) break;
    if (status >= 200) answers.push({ status, headers, text: body.text });
    start = body.end;
  }
  return answers;
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: Headers,
  isEnded: boolean,
): { text: string; end: number } | undefined {
  if (headers.get("transfer-encoding") === "chunked") return readChunks(bytes, start);
  const length = headers.get("content-length");
  const end = length === null ? bytes.length : start + Number(length);
  if (length === null ? !isEnded : end > bytes.length) return undefined;
  return { text: bytes.toString("utf8", start, end), end };
}

function readChunks(bytes: Buffer, start: number): { text: string; end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (next > bytes.length) return undefined;
    if (size === 0) return { text: Buffer.concat(parts).toString("utf8"), end: next };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
