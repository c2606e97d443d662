import { z } from "zod";
import { eventTypes } from "@/lib/domains/audit-chain/enums";
import type { FrameworkId } from "@/lib/domains/evidence/enums";
import { evidenceKinds, keyNames } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import type { Framework, FrameworkSection, Requirement } from "@/lib/domains/evidence/frameworks/types";
import { frameworkRetention } from "@/lib/domains/evidence/schemas-retention";

const weights = ["adverse", "strong", "supporting", "reference"] as const;
const kinds = z.array(z.enum(evidenceKinds.map(({ id }) => id))).default([]);

const SectionRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  reference: z.string(),
  /** If set, only these types: its requirements are also reported in sections about other events. */
  types: z.array(z.enum(eventTypes)).optional(),
});

const RequirementRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  basis: z.string(),
  sections: z.array(z.string()).min(1),
  strong: kinds,
  supporting: kinds,
  adverse: kinds,
  reference: kinds,
  /** Documents that events cannot replace, as the object of "needs to supply". */
  supply: z.string().optional(),
});

/** A framework's file: its mapping as one row for each section and requirement. */
const FrameworkFile = z.strictObject({
  name: z.string(),
  packageTitle: z.string(),
  shortName: z.string(),
  issuer: z.string(),
  edition: z.string(),
  mappingVersion: z.string(),
  countedAs: z.string(),
  statement: z.string(),
  /** The party that supplies documents: `The firm`. */
  supplier: z.string(),
  sections: z.array(SectionRow),
  groups: z.array(
    z.strictObject({ name: z.string(), counted: z.boolean().default(true), requirements: z.array(RequirementRow) }),
  ),
});
type FrameworkFile = z.infer<typeof FrameworkFile>;

/** @throws if the file is invalid. */
export function readFramework(id: FrameworkId, json: unknown): Framework {
  const { supplier, sections, groups, ...head } = FrameworkFile.parse(json);
  const requirements = groups.flatMap((group) => requirementsOf(group, supplier));
  const retention = frameworkRetention[id];
  return {
    ...{ id, ...head, ...(retention && { retention }) },
    ...{ sections: sectionsOf(sections, requirements), requirements, kinds: evidenceKinds, keyNames },
  };
}

function requirementsOf({ name, counted, requirements }: FrameworkFile["groups"][number], supplier: string) {
  return requirements.map(({ id, title, text, basis, sections, supply, ...row }): Requirement => {
    const rules = weights.flatMap((weight) => row[weight].map((kind) => ({ kind, weight })));
    return {
      ...{ id, group: name, title, text, basis, counted, sections, rules },
      ...(supply !== undefined && { document: `${supplier} needs to supply ${supply}.` }),
    };
  });
}

/** Sections with the event types that support their requirements, and which evidence each type is. */
function sectionsOf(rows: FrameworkFile["sections"], requirements: readonly Requirement[]): FrameworkSection[] {
  return rows.map(({ types, ...row }) => {
    const rules = requirements.filter(({ sections }) => sections.includes(row.id)).flatMap((one) => one.rules);
    const used = evidenceKinds.filter(
      ({ id, type }) => (types?.includes(type) ?? true) && rules.some(({ kind }) => kind === id),
    );
    const usedTypes = [...new Set(used.map(({ type }) => type))].map((type) => {
      const ofType = used.filter((kind) => kind.type === type);
      const isStrong = rules.some(({ kind, weight }) => weight === "strong" && ofType.some(({ id }) => id === kind));
      const named = ofType.filter(({ conditions }) => conditions.length > 0);
      const labels = (named.length > 0 ? named : ofType).map(({ label }) => label).join("; ");
      const shows = `${labels.charAt(0).toUpperCase()}${labels.slice(1)}.`;
      return { type, strength: isStrong ? ("strong" as const) : ("supporting" as const), shows };
    });
    return {
      ...row,
      eventTypes: usedTypes.sort((a, b) => Number(b.strength === "strong") - Number(a.strength === "strong")),
    };
  });
}
