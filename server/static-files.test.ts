import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createBrotliDecompress } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCompressed } from "@/tools/bundle/compress";
import { acceptsBrotli, createStaticFiles } from "./static-files";

const script = 'console.log("a script");\n'.repeat(100);

let directory: string;
let server: Server;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "static-"));
  await mkdir(join(directory, "chunks"));
  await writeFile(join(directory, "chunks", "a.js"), script);
  await writeFile(join(directory, "chunks", "a.css"), "a { color: red }\n".repeat(100));
  await writeFile(join(directory, "font.woff2"), "font");
  await writeCompressed(directory);
  const serve = await createStaticFiles(directory);
  server = createServer(async (received, response) => {
    if (!(await serve(received, response))) response.end("Next");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true });
});

async function send(method: string, path: string, acceptEncoding?: string) {
  const { port } = server.address() as AddressInfo;
  const headers = acceptEncoding === undefined ? {} : { "accept-encoding": acceptEncoding };
  const response = await new Promise<import("node:http").IncomingMessage>((resolve) =>
    request({ port, method, path, headers, agent: false }, resolve).end(),
  );
  const isCompressed = response.headers["content-encoding"] === "br" && method !== "HEAD";
  return {
    headers: response.headers,
    body: await text(isCompressed ? response.pipe(createBrotliDecompress()) : response),
  };
}

describe("createStaticFiles", () => {
  it("serves the compressed file with the headers of build files", async () => {
    const { headers, body } = await send("GET", "/_next/static/chunks/a.js?dpl=1", "gzip, deflate, br, zstd");
    expect(body).toBe(script);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    expect(Number(headers["content-length"])).toBeLessThan(script.length / 4);
    expect((await send("GET", "/_next/static/chunks/a.css", "br")).headers["content-type"]).toContain("text/css");
  });

  it("sends the headers without the content for HEAD", async () => {
    const { headers, body } = await send("HEAD", "/_next/static/chunks/a.js", "br");
    expect({ body, encoding: headers["content-encoding"] }).toEqual({ body: "", encoding: "br" });
  });

  it.each([
    ["a client without Brotli", "GET", "/_next/static/chunks/a.js", "gzip"],
    ["a client that sends no Accept-Encoding", "GET", "/_next/static/chunks/a.js", undefined],
    ["another method", "POST", "/_next/static/chunks/a.js", "br"],
    ["a file without a compressed version", "GET", "/_next/static/font.woff2", "br"],
    ["a compressed file itself", "GET", "/_next/static/chunks/a.js.br", "br"],
    ["a path outside the directory", "GET", "/_next/static/../static/chunks/a.js", "br"],
    ["another path", "GET", "/chunks/a.js", "br"],
  ])("leaves %s to Next", async (_, method, path, acceptEncoding) => {
    expect((await send(method, path, acceptEncoding)).body).toBe("Next");
  });
});

it.each([
  ["br", true],
  ["gzip, BR;q=0.5", true],
  ["gzip;q=1.0, br ; q=1", true],
  ["br;q=0", false],
  ["gzip, br; q=0.000", false],
  ["brx", false],
  ["gzip", false],
  ["", false],
])("whether Accept-Encoding %j allows Brotli: %s", (accepted, result) => {
  expect(acceptsBrotli(accepted)).toBe(result);
});
