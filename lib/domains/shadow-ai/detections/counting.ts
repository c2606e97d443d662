import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { earlierVersions } from "@/lib/domains/shadow-ai/uses/reported-traffic";
import type { SourceFigures } from "@/lib/domains/shadow-ai/uses/traffic-figures-store";
import { isId } from "@/lib/platform/core/id-prefixes";

/** The sources of a detection's traffic, with a sentence that states how they were counted. */
export function countingOf(reported: SourceFigures[]): ShadowAiDetectionDetail["counting"] {
  const sources = reported.map(({ source, name, ...counts }) => {
    const id = isId("logSource", source) ? source : null;
    return { id, name: name ?? nameOf(source, id), ...counts };
  });
  return { sentence: sentenceOf(reported.map(({ source }) => source)), sources };
}

function nameOf(source: string, id: string | null): string {
  if (id !== null) return "Removed source";
  return source === earlierVersions ? "Earlier version of the service" : "Other sources";
}

function sentenceOf(sources: string[]): string {
  if (sources.length === 0) return "No counts by source are stored.";
  const known = sources.filter((source) => source !== earlierVersions).length;
  if (known === 0) return "An earlier version of the service counted this traffic and did not store its sources.";
  const earlier = known < sources.length ? ", plus the traffic that an earlier version of the service counted" : "";
  if (known === 1) return `The counts come from one source${earlier}.`;
  return `Traffic reported by several sources counts once: for each day and IP range, each count is the highest of any source${earlier}.`;
}
