import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { assetHeaders } from "./asset-headers";
import type { Dispatcher } from "./dispatcher";

const types: Record<string, string> = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };

/**
 * Serves the scripts and styles of a build as `npm run build` compressed them, with Brotli at its highest quality. Next
 * would compress them again for each request, with gzip. Next serves other files, and clients without Brotli.
 *
 * @param directory the build's static files, whose names contain a hash of their content.
 */
export async function createStaticFiles(directory: string): Promise<Dispatcher> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(".br"));
  const read = async (name: string): Promise<[path: string, content: Buffer]> => [
    `/_next/static/${name.slice(0, -".br".length)}`,
    await readFile(join(directory, name)),
  ];
  const contents = new Map(await Promise.all(names.map(read)));
  return async ({ method, url = "", headers }, response) => {
    const [path = ""] = url.split("?", 1);
    const content = contents.get(path);
    const type = types[path.slice(path.lastIndexOf(".") + 1)];
    if (!content || !type || (method !== "GET" && method !== "HEAD")) return false;
    if (!acceptsBrotli(String(headers["accept-encoding"] ?? ""))) return false;
    for (const { key, value } of assetHeaders) response.setHeader(key, value);
    response.writeHead(200, {
      "Content-Type": type,
      "Content-Encoding": "br",
      "Content-Length": content.length,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    response.end(method === "HEAD" ? undefined : content);
    return true;
  };
}

/** Whether the value of `Accept-Encoding` names Brotli with a weight above 0 (RFC 9110, section 12.5.3). */
export function acceptsBrotli(accepted: string): boolean {
  return accepted.split(",").some((coding) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
}
