import { registerTable, shortenedSentence } from "@/lib/evidence/pdf/elements/register-table";
import { division, type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { counted, sentenceCase } from "@/lib/evidence/pdf/words";
import type { Register } from "@/lib/evidence/report";
import { heading, paragraph } from "@/lib/pdf/elements/prose";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { frame } from "@/lib/pdf/theme";

const id = "decisions";

/** What was detected, what raised an alert, and what people decided. */
export function decisions(input: PartInput): Part {
  const { alerts, reviews, detections, summary, package: pack } = input.report;
  const withheld = `${sentenceCase(counted(summary.humanReviews, "human review"))} ${summary.humanReviews === 1 ? "was" : "were"} recorded in the period. What they say was left out on request: the package was made without human oversight. Their headers are in evidence.json.`;
  return part(input, id, "Detections and decisions", [
    ...paragraph(
      input.set,
      "Each change of a detection, each alert and each review is an event of its own: none was ever edited. Read from top to bottom, the registers show what was found and what was decided on it.",
    ),
    ...registerPart(input, "detections", "Shadow AI, exceptions and restrictions", detections, {
      none: "No detection, exception or restriction on this model was recorded in the period.",
      noun: "event",
    }),
    ...registerPart(input, "alerts", "Alerts", alerts, { none: "No alert was recorded in the period.", noun: "alert" }),
    ...registerPart(input, "reviews", "Human reviews", reviews, {
      none:
        pack.includeHumanOversight || summary.humanReviews === 0
          ? "No human review was recorded in the period."
          : withheld,
      noun: "review",
    }),
  ]);
}

interface Words {
  /** Said where there are no rows. */
  none: string;
  noun: string;
}

function registerPart(
  { set }: PartInput,
  key: string,
  title: string,
  register: Register,
  { none, noun }: Words,
): Block[] {
  const head = heading(set, title, division(id, key, title));
  if (register.total === 0) return [head, ...paragraph(set, none)];
  const words = `${sentenceCase(counted(register.total, noun))}. ${shortenedSentence(register)}`;
  return [head, ...paragraph(set, words, { width: frame.width, keepWithNext: true }), ...registerTable(set, register)];
}
