import type { NewIssue } from "@/lib/domains/integrations";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { publicUrl } from "@/lib/platform/config/public-url";

const rangesMax = 20;
/** Jira allows 255 characters in a summary. */
const titleMax = 200;

/** The text of a ticket: only fields that the API returns with masked ranges, without users and without traffic, which changes. */
export function issueOf(stored: StoredDetection): NewIssue {
  const { id, provider, endpoint, status, severity, department, ipRanges, detectedAt } = stored;
  const more = ipRanges.length - rangesMax;
  const networks = `${ipRanges.slice(0, rangesMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const marker = { line: `Detection: ${id}`, word: id };
  return {
    title: oneLine(`Shadow AI detection: ${provider} (${endpoint})`).slice(0, titleMax),
    lines: [
      `Service: ${provider} (${endpoint})`,
      `Status: ${status}`,
      `Severity: ${severity}`,
      `Department: ${department ?? "not known"}`,
      `Networks: ${networks || "not known"}`,
      `Detected: ${detectedAt.toISOString()}`,
      marker.line,
    ].map(oneLine),
    url: publicUrl(`/shadow-ai/${id}`),
    marker,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
}
