import { type ChainCheck, chainChecks } from "@/lib/domains/audit-chain/enums";
import type { IntegrityStatus } from "@/lib/domains/evidence/enums";
import { counted, enumerate, longTime } from "@/lib/domains/evidence/pdf/labels";
import type { ChainVerificationResult, Evidence, PackagePart, Summary } from "@/lib/domains/evidence/schemas-bundle";

/** When the events of a package were read. */
export function readTimeOf({ collectedAt, generatedAt, requestedAt }: PackagePart): string {
  return collectedAt ?? generatedAt ?? requestedAt;
}

type Verification = Pick<ChainVerificationResult, "status" | "verdicts" | "findingsTotal" | "eventsVerified">;

/** The status of the chain by the checks that ran: intact only if the content and the links of events were checked. */
export function integrityStatus({ status, verdicts, eventsVerified }: Verification): IntegrityStatus {
  if (status === "failed" || Object.values(verdicts).includes("failed")) return "NOT_INTACT";
  const isChecked = eventsVerified > 0 && verdicts.content === "ok" && verdicts.linkage === "ok";
  return isChecked ? "INTACT" : "NOT_VERIFIED";
}

export interface IntegrityFacts {
  verification: Verification;
  package: Pick<PackagePart, "dateRange" | "collectedAt">;
  firstRecordedAt: Evidence["manifest"]["firstRecordedAt"];
}

/** The statements of a package about the chain and the period, derived from the checks that ran. */
export function integrityOf(facts: IntegrityFacts): NonNullable<Summary["integrity"]> {
  const status = integrityStatus(facts.verification);
  return { status, sentence: sentences[status](facts), period: periodSentences(facts) };
}

const sentences: Readonly<Record<IntegrityStatus, (facts: IntegrityFacts) => string>> = {
  INTACT: ({ verification }) => checksSentence(verification),
  NOT_INTACT: ({ verification }) =>
    `The verification of the chain failed with ${counted(verification.findingsTotal, "finding")}. ${checksSentence(verification)}`,
  NOT_VERIFIED: (facts) => `The chain was not verified: ${reasonOf(facts)}.`,
};

/** `Passed: content and links. Not checked: saved receipt.` */
export function checksSentence({ verdicts }: Pick<Verification, "verdicts">): string {
  const named = (wanted: string) =>
    Object.entries(verdicts).flatMap(([check, verdict]) =>
      verdict === wanted ? [chainChecks[check as ChainCheck][0].toLowerCase()] : [],
    );
  return (
    [
      ["Failed", named("failed")],
      ["Passed", named("ok")],
      ["Not checked", named("not_checked")],
    ] as const
  )
    .flatMap(([label, names]) => (names.length === 0 ? [] : [`${label}: ${enumerate(names)}.`]))
    .join(" ");
}

function reasonOf({ verification, package: { dateRange }, firstRecordedAt }: IntegrityFacts): string {
  if (verification.eventsVerified > 0) return "the content or the links of its events were not checked";
  if (firstRecordedAt?.chain === null) return "it has no events";
  if (firstRecordedAt && dateRange.to < firstRecordedAt.chain)
    return `its first event was recorded on ${longTime(firstRecordedAt.chain)}, after the end of the period`;
  return "no event of any model was recorded in the period";
}

/** Whether the period precedes the first recorded event, and whether it was over. */
function periodSentences({ package: { dateRange, collectedAt }, firstRecordedAt }: IntegrityFacts): string[] {
  const { from, to } = dateRange;
  const sentences: string[] = [];
  const first = firstRecordedAt?.model ?? firstRecordedAt?.chain;
  const whose = firstRecordedAt?.model ? "this model" : "this chain";
  if (first && to < first)
    sentences.push(
      `The service received the first event of ${whose} on ${longTime(first)}, after the period ended on ${longTime(to)}.`,
    );
  else if (first && from < first)
    sentences.push(`The service received the first event of ${whose} on ${longTime(first)}, after the period began.`);
  if (collectedAt && collectedAt < to) {
    const state = collectedAt < from ? "had not begun" : "had not ended";
    sentences.push(`The period ${state} when the events were collected on ${longTime(collectedAt)}.`);
  }
  return sentences;
}
