import { createHash } from "node:crypto";
import { join, resolve as resolvePath } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Backoff } from "@/lib/domains/log-sender";
import { createCounters, type LogBucket, Puller, PullState } from "@/lib/domains/s3-pull";
import { s3Client } from "@/lib/platform/storage/s3-backend";
import { withLock } from "@/server/database/embedded/lock";
import { defineCommand } from "./support/command";
import { messageOf, UsageError } from "./support/errors";
import { parseWholeNumber } from "./support/flags";
import { requireFlag } from "./support/input";
import { pairs, readOptions, readService, readUrl, reporter, serveMetrics } from "./support/log-sender";

const usage = `Usage: npm run pull -- --url <url> --state <directory> --source <name>=s3://<bucket>/<prefix>…

Imports network logs from S3-compatible buckets. The command needs no database. Set the environment variable
GOVERNANCE_API_KEY to an API key with the scopes sensors:write and shadow_ai:read. The credentials for the buckets come
from the standard AWS environment variables, profiles or role. Objects are never changed or deleted.

  --url <url>           Address of the service, for example https://audit.example.com.
  --state <directory>   Directory for the list of imported objects. Use a separate one for each process.
  --source <name>=s3://<bucket>/<prefix>
                        A source and the location of its logs. Can be repeated.
  --endpoint <url>      Address of an S3-compatible server other than Amazon S3.
  --region <region>     Region of the buckets. Default: from the AWS environment or profile.
  --every <seconds>     Time between checks for new objects. Default: 60.
  --once                Check once. The exit status is 1 if an object was not imported and must be retried.
  --since <date>        Ignore objects modified before this date, for example 2026-01-15.
  --start-after <source>=<key>
                        Ignore objects whose keys do not sort after this key.
  --options <source>=<parameters>
                        Query parameters for a source's logs, for example dns=format=umbrella. Default: backfill=true.
  --metrics-port <port> Port of 127.0.0.1 for Prometheus metrics (/metrics).
  --help                Show this help.`;

const reportEveryMs = 60_000;

export const command = defineCommand({
  usage,
  flags: {
    ...{ url: "string", state: "string", source: "strings", endpoint: "string", region: "string" },
    ...{ every: "string", once: "boolean", since: "string", "start-after": "strings" },
    ...{ options: "strings", "metrics-port": "string" },
  },
  async run(flags, { out, program }) {
    const { url, apiKey } = readService(flags.url);
    const buckets = readBuckets(flags);
    const sources = buckets.map(({ source }) => source);
    if (new Set(sources).size < sources.length) throw new UsageError("--source: each source needs a different name.");
    const given = readOptions(flags.options, sources);
    const options = new Map(sources.map((source) => [source, withBackfill(given.get(source))]));
    const everyMs = parseWholeNumber("--every", flags.every ?? "60", 1, 86_400) * 1_000;
    const endpoint = flags.endpoint === undefined ? undefined : readUrl("--endpoint", flags.endpoint);
    const region = flags.region ?? (endpoint && !process.env.AWS_REGION ? "us-east-1" : undefined);
    const client = s3Client({ endpoint, region, forcePathStyle: endpoint !== undefined });
    const directory = resolvePath(requireFlag("--state", flags.state));

    return withLock(join(directory, "lock"), { timeoutMs: 0 }, async () => {
      const report = reporter(out);
      const counters = createCounters(sources);
      await serveMetrics(flags["metrics-port"], counters.registry);
      const stopping = new AbortController();
      const destination = { url, apiKey, options, report, signal: stopping.signal };
      const reportCounters = async (message: string) => {
        for (const source of sources) report({ level: "info", message, source, ...(await counters.values(source)) });
      };
      const open = (place: LogBucket) =>
        PullState.open(stateFile(directory, place, endpoint), options.get(place.source) ?? "", place);
      const states = await Promise.all(buckets.map(open));
      const pull = async (place: LogBucket, state: PullState) => {
        const puller = new Puller(client, place, state, destination, counters);
        const backoff = new Backoff();
        const { source } = place;
        while (!stopping.signal.aborted) {
          const remaining = await puller.pass().catch((error: unknown) => {
            if (stopping.signal.aborted) return undefined;
            counters.retries.inc({ source });
            report({ level: "error", message: "check for new objects failed", source, error: messageOf(error) });
            return undefined;
          });
          if (flags.once) return remaining === 0;
          if (remaining !== undefined) backoff.reset();
          const retryMs = remaining === undefined ? backoff.next() : puller.retryInMs();
          const waitMs = remaining === 0 ? everyMs : Math.min(everyMs, retryMs);
          await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        }
        await state.save();
        return true;
      };
      const timer = setInterval(() => void reportCounters("counters"), reportEveryMs);
      report({ level: "info", message: "pulling", sources });
      const pulling = Promise.all(buckets.map((place, index) => pull(place, states[index] as PullState)));
      const stopped = pulling.finally(async () => {
        clearInterval(timer);
        client.destroy();
        await reportCounters("stopped");
      });
      program.onExit(async () => {
        stopping.abort();
        await stopped;
      });
      return (await stopped).every(Boolean) ? 0 : 1;
    });
  },
});

function readBuckets(flags: { source?: string[]; since?: string; "start-after"?: string[] }): LogBucket[] {
  const sinceMs = flags.since === undefined ? 0 : Date.parse(flags.since);
  if (Number.isNaN(sinceMs)) throw new UsageError("--since must be a date, such as 2026-01-15.");
  const places = pairs("--source", flags.source);
  if (places.length === 0) throw new UsageError("--source is required. See --help.");
  const starts = new Map(pairs("--start-after", flags["start-after"]));
  for (const source of starts.keys())
    if (!places.some(([name]) => name === source))
      throw new UsageError(`--start-after: no --source is named ${source}.`);
  return places.map(([source, location]) => {
    const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s.exec(location);
    if (!found?.[1]) throw new UsageError(`--source ${source} must look like s3://bucket/prefix, not ${location}.`);
    return { source, bucket: found[1], prefix: found[2] ?? "", startAfter: starts.get(source), sinceMs };
  });
}

/** Objects are often older than the service accepts without this parameter. */
function withBackfill(given: string | undefined): string {
  const query = new URLSearchParams(given);
  if (!query.has("backfill")) query.set("backfill", "true");
  return query.toString();
}

/** The state of another location must not apply to a source. */
function stateFile(directory: string, { source, bucket, prefix }: LogBucket, endpoint = ""): string {
  const location = createHash("sha256")
    .update(JSON.stringify([endpoint, bucket, prefix]))
    .digest("hex")
    .slice(0, 16);
  return join(directory, `${source}-${location}.json`);
}
