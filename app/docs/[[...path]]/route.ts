import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { readColorScheme } from "@/components/ui/theme/color-scheme";
import { pageHeaders } from "@/lib/platform/http/page-headers";

export const dynamic = "force-dynamic";

/** The scripts and styles are files of the site. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".woff2": "font/woff2",
  ".png": "image/png",
};

/** Serves the documentation site, which the build renders (tools/docs). */
export async function GET(request: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const { path = [] } = await params;
  const name = path.join("/") || "index";
  const found = name === "404" || extname(name) === ".html" ? undefined : await read(name);
  if (found && extname(name)) {
    const isVersioned = name.startsWith("assets/");
    return respond(request, found, extname(name), isVersioned ? "public, max-age=31536000, immutable" : "no-cache");
  }
  const scheme = readColorScheme(request.headers.get("cookie") ?? "");
  const page = (found ?? (await read("404")))?.toString();
  if (page === undefined) return new Response("The documentation is missing. Run npm run docs:build.", { status: 404 });
  // For the system's colour scheme, the attribute is absent.
  const themed = scheme === "auto" ? page : page.replace("<html", `<html data-mantine-color-scheme="${scheme}"`);
  return respond(request, Buffer.from(themed), ".html", "no-cache", found ? 200 : 404);
}

/** A file of the site, or undefined if the file does not exist. */
async function read(name: string): Promise<Buffer<ArrayBuffer> | undefined> {
  if (name.length > 200 || !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.[a-z0-9]+)?$/.test(name)) return undefined;
  const file = extname(name) ? name : `${name}.html`;
  try {
    return await readFile(join(/* turbopackIgnore: true */ process.cwd(), ".next/service/docs", file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function respond(
  request: Request,
  content: Buffer<ArrayBuffer>,
  extension: string,
  cacheControl: string,
  status = 200,
): Response {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
  const isKnown = status === 200 && request.headers.get("if-none-match")?.includes(etag);
  return new Response(isKnown ? null : content, {
    status: isKnown ? 304 : status,
    headers: {
      ...pageHeaders(""),
      "Content-Security-Policy": contentSecurityPolicy,
      "Content-Type": types[extension] ?? "application/octet-stream",
      "Cache-Control": cacheControl,
      ETag: etag,
      ...(extension === ".html" && { Vary: "Cookie" }),
    },
  });
}
