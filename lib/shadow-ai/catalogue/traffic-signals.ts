import { type PathMeaning, pathMeaning } from "@/lib/shadow-ai/catalogue/paths";
import { clientKind } from "@/lib/shadow-ai/catalogue/user-agents";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** What of a record, beside its host, tells of AI. */
export interface TrafficSignals {
  meaning: PathMeaning | null;
  /** The path, where there was something at it. */
  path: string | null;
  /** The user agent, where only programs that call models send it. */
  sdk: string | null;
  /** The same, or one of a tool or an agent, which also reach other hosts. */
  client: string | null;
}

/** Answers that say that there is nothing at the path: who gets one has called no model. */
const nothingThere = new Set([404, 405, 410, 501]);

/** Reads a record's path and user agent. */
export function trafficSignals({ path, status, userAgent }: TrafficRecord): TrafficSignals {
  const kind = clientKind(userAgent);
  const found = status !== null && nothingThere.has(status) ? null : path;
  return {
    meaning: found === null ? null : pathMeaning(found),
    path: found,
    sdk: kind === "AI_SDK" ? userAgent : null,
    client: kind === "AI_SDK" || kind === "AGENT" || kind === "CODING_TOOL" ? userAgent : null,
  };
}
