import { evidenceKinds } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import { clauses } from "@/lib/domains/evidence/frameworks/iso-42001-clauses";
import { controls } from "@/lib/domains/evidence/frameworks/iso-42001-controls";
import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import { sectionsOf } from "@/lib/domains/evidence/frameworks/rows";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";

const sections = [
  {
    id: "LEADERSHIP_POLICY_ROLES",
    title: "Leadership, policy and roles",
    summary:
      "This section covers policies, ownership and responsibilities. Events can show changes to policies and ownership. The organisation supplies records of its leadership's decisions.",
    reference: "Clauses 4, 5 and 6.2; Annex A controls A.2.2 to A.3.3",
  },
  {
    id: "RISK_AND_IMPACT_ASSESSMENT",
    title: "Risk and impact assessment",
    summary:
      "This section covers the assessment and treatment of risks, and the assessment of impacts on individuals, groups and society.",
    reference: "Clauses 6.1 and 8.2 to 8.4; Annex A controls A.5.2 to A.5.5",
  },
  {
    id: "RESOURCES",
    title: "Resources",
    summary: "This section covers the data, tools, computing resources and people on which the AI system depends.",
    reference: "Clause 7; Annex A controls A.4.2 to A.4.6",
  },
  {
    id: "AI_SYSTEM_LIFE_CYCLE",
    title: "AI system life cycle",
    summary:
      "This section covers development, verification, deployment, operation and monitoring. The audit chain is an event log as described in control A.6.2.8.",
    reference: "Clauses 6.3 and 8.1; Annex A controls A.6.1.2 to A.6.2.8",
  },
  {
    id: "DATA_FOR_AI_SYSTEMS",
    title: "Data for AI systems",
    summary:
      "This section covers the acquisition, quality, provenance and preparation of the data used for the AI system.",
    reference: "Annex A controls A.7.2 to A.7.6",
  },
  {
    id: "INFORMATION_FOR_INTERESTED_PARTIES",
    title: "Information for interested parties",
    summary:
      "This section covers information for users, reports from interested parties and the communication of incidents.",
    reference: "Annex A controls A.8.2 to A.8.5",
  },
  {
    id: "RESPONSIBLE_USE",
    title: "Responsible use",
    summary: "This section covers intended use, human oversight of decisions, and unapproved use of AI.",
    reference: "Annex A controls A.9.2 to A.9.4",
  },
  {
    id: "THIRD_PARTY_RELATIONSHIPS",
    title: "Third-party and customer relationships",
    summary: "This section covers suppliers, provider changes and decisions on unapproved providers.",
    reference: "Annex A controls A.10.2 to A.10.4",
  },
  {
    id: "PERFORMANCE_EVALUATION_IMPROVEMENT",
    title: "Performance evaluation and improvement",
    summary: "This section covers monitoring results, audits and corrective actions.",
    reference: "Clauses 9 and 10",
  },
];

const requirements = [...controls, ...clauses];

/**
 * ISO/IEC 42001:2023. The 38 controls of Annex A are counted; the clauses are listed beside them. Titles only: the text
 * is ISO's.
 */
export const iso42001: Framework = {
  id: "ISO_42001",
  name: "ISO/IEC 42001: Information technology \u2013 Artificial intelligence \u2013 Management system",
  packageTitle: "Records supporting alignment with ISO/IEC 42001",
  shortName: "ISO/IEC 42001",
  issuer: "International Organization for Standardization and International Electrotechnical Commission",
  edition: "ISO/IEC 42001:2023, first edition, December 2023",
  mappingVersion: "2026-11-28.4",
  countedAs: "controls",
  statement:
    "ISO/IEC 42001 specifies a management system for AI. This package shows how the recorded events of one model align with the 38 controls of Annex A and with the clauses. It counts all controls, whether or not they apply to the organisation, and does not count the clauses. It is not an audit of the management system or a statement of applicability. Titles are those of the standard; descriptions are paraphrases and do not replace its text.",
  sections: sectionsOf(sections, requirements),
  requirements,
  kinds: evidenceKinds,
  keyNames,
};
