import { describe, expect, test, vi } from "vitest";
import { ServiceError } from "@/lib/platform/core/errors";
import { readBody, requireMediaType, streamBody } from "@/lib/platform/http/body";

const url = "https://example.test/v1/audit";

function refusal(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

/** A request whose body arrives in these chunks, with or without a declared length. */
function requestOf(chunks: (string | Uint8Array | Error)[], declared?: string): Request & { pulled(): number } {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[pulled++];
        if (chunk === undefined) controller.close();
        else if (chunk instanceof Error) controller.error(chunk);
        else controller.enqueue(Buffer.from(chunk));
      },
    },
    { highWaterMark: 0 },
  );
  const init = {
    method: "POST",
    body,
    duplex: "half",
    headers: declared === undefined ? {} : { "content-length": declared },
  };
  return Object.assign(new Request(url, init as RequestInit), { pulled: () => pulled });
}

test.each([
  ["one byte below the limit", 15],
  ["exactly at the limit", 16],
])("accepts a body %s, declared or not, in one chunk or several", async (_where, size) => {
  const text = "x".repeat(size);
  expect(await readBody(requestOf([text], String(size)), 16)).toBe(text);
  expect(await readBody(requestOf([text]), 16)).toBe(text);
  expect(await readBody(requestOf([...text]), 16)).toBe(text);
});

test.each([
  ["declared", ["x".repeat(17)], "17"],
  ["with a far too large declared length", ["x"], "99999999999999999999"],
  ["without a declared length", ["x".repeat(17)], undefined],
  ["in chunks", [..."x".repeat(17)], undefined],
  ["with an invalid declared length", ["x".repeat(17)], "many"],
  ["with a negative declared length", ["x".repeat(17)], "-1"],
  ["with a declared length of zero", ["x".repeat(17)], ""],
  ["with a declared length that is too small", ["x".repeat(17)], "1"],
])("rejects a body one byte over the limit %s", async (_how, chunks, declared) => {
  await expect(readBody(requestOf(chunks, declared), 16)).rejects.toMatchObject({
    code: "payload_too_large",
    status: 413,
    message: "The body must not exceed 16 bytes.",
  });
});

test("the limit counts bytes, not characters", async () => {
  expect(await readBody(requestOf(["€€"]), 6)).toBe("€€");
  await expect(readBody(requestOf(["€€"]), 5)).rejects.toMatchObject({ code: "payload_too_large" });
});

test("rejects a declared length over the limit before reading anything", async () => {
  const request = requestOf(["x"], "17");
  await expect(readBody(request, 16)).rejects.toMatchObject({ code: "payload_too_large" });
  expect(request.pulled()).toBe(0);
});

describe("the rest of an unused body", () => {
  const chunk = Buffer.alloc(64 * 1024);

  function bodyOf(chunks: number) {
    const read = { chunks: 0, isCancelled: false };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (read.chunks === chunks) controller.close();
        else controller.enqueue(chunk);
        read.chunks += 1;
      },
      cancel: () => {
        read.isCancelled = true;
      },
    });
    return { request: new Request(url, { method: "POST", body, duplex: "half" } as RequestInit), read };
  }

  const readers: [how: string, begin: (request: Request) => Promise<void>][] = [
    [
      "over the limit",
      async (request) => await expect(readBody(request, 16)).rejects.toMatchObject({ code: "payload_too_large" }),
    ],
    [
      "after its reader stopped",
      async (request) => {
        for await (const _ of streamBody(request, 1e9)) break;
      },
    ],
  ];

  test.each(readers)("is cancelled (%s)", async (_how, begin) => {
    const { request, read } = bodyOf(1_000);
    await begin(request);
    await vi.waitFor(() => expect(read.isCancelled).toBe(true));
    expect(read.chunks).toBeLessThanOrEqual(3);
  });
});

test("reads a character split between chunks", async () => {
  const [first, ...rest] = Buffer.from("€");
  expect(await readBody(requestOf([Uint8Array.of(first ?? 0), Uint8Array.from(rest)]), 16)).toBe("€");
});

test("a missing body is an empty text", async () => {
  expect(await readBody(new Request(url, { method: "POST" }), 16)).toBe("");
  expect(await readBody(requestOf([], "0"), 16)).toBe("");
});

test("rejects a body that is not UTF-8", async () => {
  await expect(readBody(requestOf([Uint8Array.of(0xff)]), 16)).rejects.toMatchObject({ code: "invalid_json" });
});

test.each([undefined, "16"])("a truncated body is a client error (declared: %s)", async (declared) => {
  const aborted = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  await expect(readBody(requestOf(["x", aborted], declared), 16)).rejects.toMatchObject({
    code: "bad_request",
    status: 400,
  });
});

describe("a streamed body", () => {
  async function collect(request: Request, limit: number): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of streamBody(request, limit)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  test("is streamed as it arrives, up to the limit", async () => {
    expect(await collect(requestOf(["ab", "cd"]), 4)).toBe("abcd");
    expect(await collect(requestOf(["ab", "cd"], "4"), 4)).toBe("abcd");
    expect(await collect(new Request(url, { method: "POST" }), 4)).toBe("");
  });

  test("is read only on demand", async () => {
    const request = requestOf(["ab", "cd", "ef"]);
    const stream = streamBody(request, 100);
    expect(request.pulled()).toBe(0);
    await stream.next();
    expect(request.pulled()).toBeLessThanOrEqual(2);
    await stream.return();
  });

  test("is rejected immediately by its declared length, or when it exceeds the limit", async () => {
    const declared = requestOf(["abcde"], "5");
    expect(refusal(() => streamBody(declared, 4))).toMatchObject({ code: "payload_too_large" });
    expect(declared.pulled()).toBe(0);
    await expect(collect(requestOf(["abc", "de"]), 4)).rejects.toMatchObject({ code: "payload_too_large" });
  });

  test("is a client error if it is truncated", async () => {
    await expect(collect(requestOf(["x", new Error("aborted")]), 16)).rejects.toMatchObject({ code: "bad_request" });
  });
});

function requestWith(headers: Record<string, string>): Request {
  return new Request(url, { method: "POST", headers, body: Buffer.from("{}") });
}

const accepted = ["application/json", "application/x-ndjson"];

test.each([
  ["application/json", "application/json"],
  ["APPLICATION/JSON", "application/json"],
  ["application/json; charset=utf-8", "application/json"],
  ["application/json;charset=UTF8", "application/json"],
  ['application/json; charset="utf-8"', "application/json"],
  ["application/json; profile=x; charset=utf-8", "application/json"],
  ["application/x-ndjson", "application/x-ndjson"],
])("accepts the media type %s", (type, named) => {
  expect(requireMediaType(requestWith({ "content-type": type }), accepted)).toBe(named);
});

test.each<[string, Record<string, string>]>([
  ["no type", {}],
  ["an empty type", { "content-type": "" }],
  ["another type", { "content-type": "text/plain" }],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }],
  ["a longer type", { "content-type": "application/json-seq" }],
  ["two types", { "content-type": "application/json, text/plain" }],
  ["another character set", { "content-type": "application/json; charset=iso-8859-1" }],
  ["UTF-16", { "content-type": "application/json; charset=utf-16" }],
  ["a compressed body", { "content-type": "application/json", "content-encoding": "gzip" }],
  ["an unknown encoding", { "content-type": "application/json", "content-encoding": "x" }],
])("rejects a request with %s", (_what, headers) => {
  expect(refusal(() => requireMediaType(requestWith(headers), accepted))).toMatchObject({
    code: "unsupported_media_type",
    status: 415,
  });
});

test("the error for a wrong type lists the accepted types", () => {
  const error = refusal(() => requireMediaType(requestWith({}), accepted));
  expect(error.headers).toEqual({ Accept: "application/json, application/x-ndjson" });
  expect(error.message).toContain("application/json or application/x-ndjson");
});

test("accepts the encoding identity", () => {
  const headers = { "content-type": "application/json", "content-encoding": "Identity" };
  expect(requireMediaType(requestWith(headers), accepted)).toBe("application/json");
});

test("a route can accept an encoding that it decodes itself, in any case, and no other", () => {
  const encoded = (name: string) => requestWith({ "content-type": "application/json", "content-encoding": name });
  for (const name of ["gzip", "GZIP", "identity"]) {
    expect(requireMediaType(encoded(name), accepted, ["gzip"])).toBe("application/json");
  }
  for (const name of ["br", "gzip, identity", "gzip, gzip", ""]) {
    expect(refusal(() => requireMediaType(encoded(name), accepted, ["gzip"]))).toMatchObject({
      code: "unsupported_media_type",
    });
  }
});
