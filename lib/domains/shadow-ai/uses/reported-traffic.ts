import { bounded, sourcesMax, sum, type TrafficStats } from "@/lib/domains/shadow-ai/detect";

/** The counts of a use as one source reported them. */
export type Reported = Pick<TrafficStats, "calls" | "dnsQueries" | "bytesOut" | "bytesIn">;

/** By source ID, `earlierVersions`, or `*` for the sources above the limit. */
export type ReportedBySource = Record<string, Reported>;

/** Represents the unknown sources of traffic that earlier versions stored. */
export const earlierVersions = "";

export function reportedIn({ calls, dnsQueries, bytesOut, bytesIn }: Reported): Reported {
  return { calls, dnsQueries, bytesOut, bytesIn };
}

/** Adds traffic to that of its source. */
export function addReported(before: ReportedBySource, source: string, added: Reported): ReportedBySource {
  const known = before[source];
  const sources = { ...before, [source]: known ? addCounts(known, added) : reportedIn(added) };
  return bounded(sources, sourcesMax, addCounts);
}

function addCounts(a: Reported, b: Reported): Reported {
  return {
    calls: sum(a.calls, b.calls),
    dnsQueries: sum(a.dnsQueries, b.dnsQueries),
    bytesOut: sum(a.bytesOut, b.bytesOut),
    bytesIn: sum(a.bytesIn, b.bytesIn),
  };
}
