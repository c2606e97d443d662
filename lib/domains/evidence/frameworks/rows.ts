import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { EvidenceRule, FrameworkSection, Requirement, Saying } from "@/lib/domains/evidence/frameworks/types";

// The rows of a mapping. A framework file is a table of these: one row for each section, requirement and rule.

type Shown = Partial<Record<EventType, string>>;

interface SectionRow extends Pick<FrameworkSection, "summary" | "reference"> {
  /** Descriptions by event type. */
  strong: Shown;
  supporting?: Shown;
}

export function section(id: string, title: string, { strong: first, supporting: then = {}, ...about }: SectionRow) {
  const typesOf = (strength: EvidenceRule["strength"], shown: Shown) =>
    Object.entries(shown).map(([type, shows]) => ({ type: type as EventType, strength, shows }));
  const eventTypes = [...typesOf("strong", first), ...typesOf("supporting", then)];
  return { id, title, ...about, eventTypes } satisfies FrameworkSection;
}

type RequirementRow = Omit<Requirement, "group" | "sections" | "counted"> & Partial<Pick<Requirement, "sections">>;

/** Counted requirements of one group, reported in this section unless a row names others. */
export function group(name: string, section: string, rows: readonly RequirementRow[]): Requirement[] {
  return rows.map((row) => ({ group: name, sections: [section], counted: true, ...row }));
}

/** Without rules, only a document can show it. */
export function requirement(
  id: string,
  title: string,
  row: Omit<RequirementRow, "id" | "title" | "rules"> & Partial<Pick<Requirement, "rules">>,
): RequirementRow {
  return { id, title, rules: [], ...row };
}

/** Events of a type are strong evidence if they have one of the keys, separated by spaces, and say one of the words. */
export function strong(type: EventType, keys = "", saying?: readonly Saying[]): EvidenceRule {
  return { type, strength: "strong", keys: keys.split(" ").filter(Boolean), ...(saying && { saying }) };
}

export function supporting(...rule: Parameters<typeof strong>): EvidenceRule {
  return { ...strong(...rule), strength: "supporting" };
}

/** The words for each member of a payload. */
export function said(members: Record<string, readonly string[]>): readonly Saying[] {
  return Object.entries(members).map(([key, words]) => ({ key, words }));
}

/** Subjects of a CONFIG_CHANGE: by its kind if it has one, else by the name of the changed field. */
const about = (kind: readonly string[], field: readonly string[]) => said({ kind, field });

export const aboutTier = about(
  ["TIER", "RISK_TIER", "MODEL_TIER", "CLASSIFICATION"],
  ["*tier", "materiality", "*riskClass", "riskClassification"],
);

export const aboutOwner = about(
  ["OWNER", "OWNERSHIP", "APPROVER", "ACCOUNTABILITY"],
  ["*owner", "ownerEmail", "*approver", "accountableExecutive", "seniorManager"],
);

export const aboutPolicy = about(["POLICY"], ["*policy", "policyVersion"]);

export const aboutThreshold = about(["THRESHOLD"], ["*threshold", "*cutoff"]);

export const aboutGuardrail = about(
  ["GUARDRAIL", "PROMPT", "KILL_SWITCH"],
  ["*guardrail", "*guardrails", "*prompt", "*killSwitch"],
);

export const aboutAdjustment = about(
  ["POST_MODEL_ADJUSTMENT", "PMA", "OVERLAY"],
  ["*overlay", "*adjustment", "postModelAdjustment*"],
);

export const aboutRestriction = about(
  ["RESTRICTION", "ALLOWLIST", "USE_LIMIT"],
  ["*restriction", "*restrictions", "*allowlist", "allowedEndpoints", "allowedUses"],
);

export const aboutException = about(["EXCEPTION", "WAIVER"], ["*exception", "*exceptions", "*waiver"]);

export const aboutCorrection = about(
  ["CORRECTIVE_ACTION", "CORRECTIVE", "REMEDIATION"],
  ["*correctiveAction", "*remediation"],
);

export const aboutProvider = about(
  ["PROVIDER", "VENDOR", "SUPPLIER", "ALLOWLIST"],
  ["*provider", "*vendor", "*supplier", "*endpoint", "allowedEndpoints", "*allowlist"],
);
