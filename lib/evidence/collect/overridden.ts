import { memberOf, wordOf } from "@/lib/evidence/collect/payload";

/** Outcomes of a review that change the model's decision. */
const changing = new Set(["overridden", "stopped"]);

/** Whether the payload of a HUMAN_REVIEW says that it decided otherwise than the model, by `overridden` or by its `outcome`. */
export function isOverridden(payload: unknown): boolean {
  return memberOf(payload, "overridden") === true || changing.has(wordOf(memberOf(payload, "outcome")));
}
