import type { EventType } from "@/lib/domains/audit-chain/enums";
import { evidenceKinds } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import type { EvidenceRule, FrameworkSection, Requirement, Weight } from "@/lib/domains/evidence/frameworks/types";

// The rows of a mapping. A framework file is a table of these: one row for each section and requirement.

/** Kinds of evidence by weight, as ids separated by spaces. */
type Kinds = Partial<Record<Weight, string>>;

interface RequirementRow extends Kinds {
  id: string;
  title: string;
  text: string;
  /** Why these kinds of evidence count as they do; printed with the requirement. */
  basis: string;
  /** Sections, if not that of the group. */
  sections?: readonly string[];
  /** Documents that events cannot replace, as the object of "needs to supply". */
  supply?: string;
}

interface GroupGiven {
  name: string;
  section: string;
  /** The party that supplies documents: `The firm`. */
  supplier: string;
  counted?: boolean;
}

/** Requirements of one group, reported in its section unless a row names others. */
export function group(
  { name, section, supplier, counted = true }: GroupGiven,
  rows: readonly RequirementRow[],
): Requirement[] {
  return rows.map(({ id, title, text, basis, sections, supply, ...kinds }) => ({
    ...{ id, group: name, title, text, basis, counted, sections: sections ?? [section], rules: rulesOf(kinds) },
    ...(supply !== undefined && { document: `${supplier} needs to supply ${supply}.` }),
  }));
}

function rulesOf(kinds: Kinds): EvidenceRule[] {
  return (["adverse", "strong", "supporting", "reference"] as const).flatMap((weight) =>
    (kinds[weight] ?? "")
      .split(" ")
      .filter(Boolean)
      .map((kind) => ({ kind, weight })),
  );
}

interface SectionRow extends Omit<FrameworkSection, "eventTypes"> {
  /** If set, only these types: its requirements are also reported in sections about other events. */
  types?: readonly EventType[];
}

/** Sections with the event types that support their requirements, and which evidence each type is. */
export function sectionsOf(rows: readonly SectionRow[], requirements: readonly Requirement[]): FrameworkSection[] {
  return rows.map(({ types, ...row }) => {
    const rules = requirements.filter(({ sections }) => sections.includes(row.id)).flatMap((one) => one.rules);
    const used = evidenceKinds.filter(
      ({ id, type }) => (types?.includes(type) ?? true) && rules.some(({ kind }) => kind === id),
    );
    const eventTypes = [...new Set(used.map(({ type }) => type))].map((type) => {
      const kinds = used.filter((kind) => kind.type === type);
      const isStrong = rules.some(({ kind, weight }) => weight === "strong" && kinds.some(({ id }) => id === kind));
      const named = kinds.filter(({ conditions }) => conditions.length > 0);
      const labels = (named.length > 0 ? named : kinds).map(({ label }) => label).join("; ");
      const shows = `${labels.charAt(0).toUpperCase()}${labels.slice(1)}.`;
      return { type, strength: isStrong ? ("strong" as const) : ("supporting" as const), shows };
    });
    return {
      ...row,
      eventTypes: eventTypes.sort((a, b) => Number(b.strength === "strong") - Number(a.strength === "strong")),
    };
  });
}

/** Kinds that speak against several requirements. */
export const failedTests = "test.failed test.belowThreshold";
export const failedValidations = "validation.rejected validation.notIndependent validation.overdue";
export const unlawfulData = "data.unlawful access.unlawful";
export const uncontrolledChanges = "change.unapproved change.selfApproved deployment.unapproved";
