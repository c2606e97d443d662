import { once } from "node:events";
import { createServer } from "node:http";
import type { Writable } from "node:stream";
import type { Registry } from "prom-client";
import { SendObservations, SourceName } from "@/lib/domains/shadow-ai/schemas-sources";
import { UsageError } from "./errors";
import { parseWholeNumber } from "./flags";
import { requireFlag } from "./input";

/** The service of `--url`, and the key from the environment. */
export function readService(flag: string | undefined): { url: string; apiKey: string } {
  const url = readUrl("--url", requireFlag("--url", flag)).replace(/\/+$/, "");
  const apiKey = process.env.GOVERNANCE_API_KEY;
  if (!apiKey) throw new UsageError("The environment variable GOVERNANCE_API_KEY is not set. See --help.");
  return { url, apiKey };
}

export function readUrl(flag: string, url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError(`${flag} must be an http or https URL.`);
  if (new URL(url).username !== "" || new URL(url).password !== "")
    throw new UsageError(`${flag} must not contain a user name or password.`);
  return url;
}

/** The values of a flag `<source>=<text>`. */
export function pairs(flag: string, given: string[] = []): [source: string, text: string][] {
  return given.map((value) => {
    const at = value.indexOf("=");
    if (at === -1) throw new UsageError(`${flag} must look like <source>=…, not ${value}.`);
    return [sourceName(flag, value.slice(0, at)), value.slice(at + 1)];
  });
}

export function sourceName(flag: string, name: string): string {
  const { data, error } = SourceName.safeParse(name);
  if (data === undefined) throw new UsageError(`${flag}: the name of a source ${error?.issues[0]?.message}.`);
  return data;
}

/** Validates the parameters with the schema of the API. */
export function readOptions(given: string[] | undefined, sources: string[]): Map<string, string> {
  const all = new Map(pairs("--options", given));
  for (const [source, query] of all) {
    if (!sources.includes(source)) throw new UsageError(`--options: no --source is named ${source}.`);
    const { error } = SendObservations.safeParse({ ...Object.fromEntries(new URLSearchParams(query)), source });
    const problem = error?.issues[0];
    if (problem) throw new UsageError(`--options ${source}: ${problem.path.join(".")} ${problem.message}`);
  }
  return all;
}

/** Writes records as JSON lines. */
export function reporter(out: Writable) {
  return (record: Record<string, unknown>) =>
    out.write(`${JSON.stringify({ time: new Date().toISOString(), ...record })}\n`);
}

/** Serves the metrics at the port of `--metrics-port`, if it is given. */
export async function serveMetrics(flag: string | undefined, registry: Registry): Promise<void> {
  if (flag === undefined) return;
  const server = createServer(async (_request, response) => {
    response.setHeader("Content-Type", registry.contentType).end(await registry.metrics());
  });
  // A command that is done can end.
  server.unref();
  await once(server.listen(parseWholeNumber("--metrics-port", flag, 0, 65_535), "127.0.0.1"), "listening");
}
