import type { ExposureLevel } from "@/lib/shadow-ai/schemas-stats";
import { type Severity, severities } from "@/lib/shadow-ai/vocabulary";

/** What a severity of an open detection says of the risk that personal data is exposed. */
const levels: Readonly<Record<Severity, ExposureLevel>> = {
  INFO: "LOW",
  MEDIUM: "MEDIUM",
  HIGH: "HIGH",
  CRITICAL: "CRITICAL",
};

/**
 * The risk that personal data is exposed, of the severities of the detections that are open or investigated: that of the
 * highest. The score behind a severity counts what tells of it: bytes and files that are sent out, training on inputs, a
 * missing agreement, a country outside the policy, a sensitive department. None is LOW.
 */
export function exposureRisk(given: Iterable<Severity>): ExposureLevel {
  let highest: Severity = "INFO";
  for (const severity of given) {
    if (severities.indexOf(severity) > severities.indexOf(highest)) highest = severity;
  }
  return levels[highest];
}
