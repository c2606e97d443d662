import { METHODS, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { rateHeaders } from "@/lib/platform/http/authenticate";
import { peerAddress } from "./client-address";
import { methodNotAllowed, refuseConnection } from "./refusal";
import { targetLengthMax } from "./request-target";

/** How long a client may take to read the error. */
const lingerMs = 1000;

interface ParseError extends Error {
  code?: string;
  /** The bytes that Node.js could not parse. */
  rawPacket?: Buffer;
}

/**
 * Responds to invalid HTTP and slow connections with the API's error body instead of a bare status line. Returns a map in
 * which the server records the current response of each connection: an error is not written into a response, and a complete
 * request gets its response before the invalid bytes after it are rejected.
 */
export function answerConnectionErrors(server: Server): WeakMap<object, ServerResponse> {
  const responses = new WeakMap<object, ServerResponse>();
  const refused = new WeakSet<Socket>();
  server.on("clientError", (error: ParseError, socket: Socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const response = responses.get(socket);
    const pending = response?.writableFinished === false ? response : undefined;
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else if (pending?.req.complete) pending.once("finish", () => refuse(error, socket));
    else if (pending?.headersSent || (response?.writableFinished && !response.req.complete)) socket.destroy();
    else refuse(error, socket);
  });
  return responses;
}

function refuse(error: ParseError, socket: Socket): void {
  if (socket.writable) {
    const { code, message, headers } = serviceError(error);
    const refused = { requestId: newId("request"), clientAddress: peerAddress(socket) };
    void rateHeaders({ method: "GET", headers: credentialsIn(error.rawPacket) }).then((rate) => {
      if (socket.writable) {
        refuseConnection(socket, new ServiceError(code, message, { headers: { ...headers, ...rate } }), refused);
      }
    });
  }
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The API key of an unparsed request, if the packet contains it. */
function credentialsIn(packet: Buffer | undefined): Headers {
  const sent = /\r\nauthorization:[ \t]*(bearer [\x21-\x7e]{1,200})[ \t]*\r\n/i.exec(packet?.toString("latin1") ?? "");
  return new Headers(sent?.[1] ? { authorization: sent[1] } : {});
}

function serviceError({ code, rawPacket }: ParseError): ServiceError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return hasLongTarget(rawPacket)
        ? new ServiceError("uri_too_long", `The URL must not exceed ${targetLengthMax} characters.`)
        : new ServiceError("headers_too_large", "The headers must not exceed 16 KiB in total.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new ServiceError("payload_too_large", "The chunk extensions of the body are too large.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ServiceError("request_timeout", "The request took too long to arrive.");
    case "HPE_INVALID_METHOD": {
      // The error may be after a well-formed request in the same packet.
      const method = unknownMethod(rawPacket);
      if (method !== undefined && !METHODS.includes(method)) return methodNotAllowed(method);
    }
  }
  return new ServiceError("bad_request", "The request is not valid HTTP/1.1.");
}

/** The unknown method of an otherwise well-formed request line: Node.js rejects methods it does not know. */
function unknownMethod(packet: Buffer | undefined): string | undefined {
  return /^([A-Za-z-]{1,20}) \/\S{0,200} HTTP\/1\.[01]\r\n/.exec(packet?.toString("latin1", 0, 256) ?? "")?.[1];
}

/** Whether the request line alone exceeds the limit. */
function hasLongTarget(packet: Buffer | undefined): boolean {
  if (!packet) return false;
  const lineEnd = packet.indexOf("\r\n");
  const isRequestLine = /^[A-Z]{3,20} \//.test(packet.toString("latin1", 0, 24));
  return isRequestLine && (lineEnd === -1 || lineEnd > targetLengthMax);
}
