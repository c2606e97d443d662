import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { Api } from "./api";
import { until } from "./until";

/** A request to an AI service as a proxy logs it. */
export interface Seen {
  host: string;
  /** The full address, as in any log. */
  client?: string;
  /** The age of the first connection. */
  minutesAgo?: number;
  /** The number of connections, one per second. */
  calls?: number;
  bytes?: number;
  user?: string;
}

/** Lines of a Squid access log in its native format. */
export function squidLog(seen: Seen[], nowMs = Date.now()): string {
  const lines = seen.flatMap(
    ({ host, client = "10.20.30.41", minutesAgo = 10, calls = 5, bytes = 4_512, user = "-" }) =>
      Array.from({ length: calls }, (_, n) => {
        const atMs = nowMs - minutesAgo * 60_000 + n * 1_000;
        const time = `${Math.floor(atMs / 1000)}.${String(atMs % 1000).padStart(3, "0")}`;
        return `${time} ${1_200 + n} ${client} TCP_TUNNEL/200 ${bytes + n} CONNECT ${host}:443 ${user} HIER_DIRECT/203.0.113.80 -`;
      }),
  );
  return `${lines.join("\n")}\n`;
}

export interface ImportReport {
  importId: string;
  format: string;
  accepted: number;
  duplicates: number;
  rejected: number;
  errors: { line: number; message: string }[];
}

/** Imports a log. */
export async function observe(api: Api, log: string | Uint8Array<ArrayBuffer>, query = ""): Promise<ImportReport> {
  const headers = { "Content-Type": "text/plain" };
  const { status, body } = await api.post<ImportReport>(`/v1/sensors/observations${query}`, log, headers);
  if (status !== 202) throw new Error(`the log was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Every detection, newest first. */
export async function detections(api: Api, query = ""): Promise<ShadowAiDetection[]> {
  const { status, body } = await api.get<{ data: ShadowAiDetection[] }>(`/v1/shadow-ai/detections?limit=100${query}`);
  if (status !== 200) throw new Error(`the list was answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** Waits for a detection of a host that meets a condition. */
export async function detectionOf(
  api: Api,
  host: string,
  isWanted: (detection: ShadowAiDetection) => boolean = () => true,
  timeoutMs = 30_000,
): Promise<ShadowAiDetection> {
  const find = async () =>
    (await detections(api)).find((detection) => detection.details.endpoint === host && isWanted(detection));
  return await until(`a detection of ${host}`, find, { timeoutMs, everyMs: 100 });
}

/** Resolves a detection, after an investigation. */
export async function resolve(api: Api, id: string, change: Record<string, unknown>): Promise<void> {
  for (const body of [{ status: "INVESTIGATING" }, { status: "RESOLVED", ...change }]) {
    const answer = await api.patch(`/v1/shadow-ai/${id}`, body);
    if (answer.status !== 200)
      throw new Error(`the change was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}
