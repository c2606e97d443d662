import type { FormErrors } from "@mantine/form";
import type { CoverageStatus } from "@/lib/domains/evidence/enums";
import { isValidOn } from "@/lib/domains/evidence/schemas-coverage";
import type { EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { timeText } from "@/lib/platform/client/format";
import { common } from "../texts/common";
import { documentEffects, documentForm as texts } from "../texts/documents";

export interface DocumentForm {
  framework: string;
  requirement: string;
  /** Empty: all models. */
  modelId: string;
  title: string;
  version: string;
  signedBy: string;
  reference: string;
  contentHash: string;
  /** `YYYY-MM-DD` or empty. */
  validFrom: string;
  validUntil: string;
}

export const emptyDocument: DocumentForm = {
  ...{ framework: "", requirement: "", modelId: "", title: "", version: "", signedBy: "", reference: "" },
  ...{ contentHash: "", validFrom: "", validUntil: "" },
};

export function problemsOf(form: DocumentForm): FormErrors {
  const { framework, requirement, title, contentHash, validFrom, validUntil } = form;
  return {
    ...(framework === "" && { framework: texts.selectAFramework }),
    ...(requirement === "" && { requirement: texts.selectARequirement }),
    ...(title.trim() === "" && { title: texts.enterATitle }),
    ...(!/^(?:sha256:)?[0-9a-f]{64}$/i.test(contentHash.trim()) && {
      contentHash: texts.contentHashProblem,
    }),
    ...(validFrom !== "" && validUntil !== "" && validFrom > validUntil && { validFrom: common.validFromProblem }),
  };
}

/** The request body, without empty fields. */
export function toSupply({ contentHash, ...form }: DocumentForm): object {
  const given = Object.entries(form).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]]));
  const hash = contentHash.trim().toLowerCase();
  return { ...Object.fromEntries(given), contentHash: hash.startsWith("sha256:") ? hash : `sha256:${hash}` };
}

/** How the document changes the status of its control. `lastDay`: of the evaluated period, `YYYY-MM-DD`. */
export function effectOf(
  period: Pick<DocumentForm, "validFrom" | "validUntil">,
  { status, lastDay }: { status: CoverageStatus; lastDay: string },
): string {
  if (status === "SUPPLIED") return texts.alreadySupplied;
  if (status !== "NOT_EVIDENCED_BY_EVENTS") return documentEffects[reasonKept(status)];
  return isValidOn(lastDay, period) ? texts.statusSupplied : texts.notValidOn(dayText(lastDay));
}

/** Why a document does not change a status that events determine. */
export function reasonKept(status: CoverageStatus): "adverse" | "missingEvents" | "events" {
  if (status === "ADVERSE") return "adverse";
  return status === "NO_EVENTS_IN_PERIOD" ? "missingEvents" : "events";
}

/** The SHA-256 hash of a file; undefined where the browser offers no cryptography, which requires HTTPS or localhost. */
export async function hashOf(file: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return `sha256:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The status on a day, `YYYY-MM-DD`. */
export function statusOfDocument(document: EvidenceDocument, today: string) {
  const { withdrawnAt, validFrom, validUntil } = document;
  if (withdrawnAt !== null) return "WITHDRAWN";
  if (validFrom !== null && validFrom > today) return "NOT_YET_VALID";
  return validUntil !== null && validUntil < today ? "EXPIRED" : "CURRENT";
}

/** `2026-01-01 to 2026-12-31`. */
const dayText = (day: string) => timeText(day, "day", "UTC");

export function validityOf({ validFrom, validUntil }: Pick<EvidenceDocument, "validFrom" | "validUntil">): string {
  if (validFrom === null) return validUntil === null ? texts.noLimit : texts.until(dayText(validUntil));
  return validUntil === null ? texts.from(dayText(validFrom)) : texts.fromTo(dayText(validFrom), dayText(validUntil));
}
