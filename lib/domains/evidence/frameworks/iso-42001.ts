import { clauses } from "@/lib/domains/evidence/frameworks/iso-42001-clauses";
import { controls } from "@/lib/domains/evidence/frameworks/iso-42001-controls";
import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import { section } from "@/lib/domains/evidence/frameworks/rows";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";

const sections = [
  section("LEADERSHIP_POLICY_ROLES", "Leadership, policy and roles", {
    summary:
      "Who answers for AI and by which policy. Events show policies and owners as they change; what leaders decided stands in documents.",
    reference: "Clauses 4, 5 and 6.2; Annex A groups A.2 and A.3",
    strong: {
      CONFIG_CHANGE: "Changes of policy and owner, with who made and who approved them.",
    },
    supporting: {
      HUMAN_REVIEW: "In which roles people acted, and concerns they raised.",
    },
  }),
  section("RISK_AND_IMPACT_ASSESSMENT", "Risk and impact assessment", {
    summary: "Risks and effects on people that showed themselves, how they were judged, and what was done.",
    reference: "Clauses 6.1 and 8.2 to 8.4; Annex A group A.5",
    strong: {
      ALERT: "Risks that occurred, by category, with cause and treatment.",
      SHADOW_AI_DETECTED:
        "Uses of AI that no assessment had covered, with their risk factors and the decision on them.",
      HUMAN_REVIEW: "Assessments by people: outcome, reason and evidence.",
    },
  }),
  section("RESOURCES", "Resources", {
    summary:
      "What the AI system consists of and depends on: data, tools, computing, people; and what came to light that was not documented.",
    reference: "Clause 7; Annex A group A.4",
    strong: {
      DEPLOYMENT: "The components in use: artefact, environment, endpoint, documents for users.",
      TRAINING_STARTED: "The resources of development: data sets, base model, code, computing.",
      SHADOW_AI_DETECTED: "Resources in use that nobody had documented.",
    },
  }),
  section("AI_SYSTEM_LIFE_CYCLE", "AI system life cycle", {
    summary:
      "Development, verification, deployment, operation and monitoring as they happened. The audit chain itself is the recording of event logs that A.6.2.8 asks for.",
    reference: "Clauses 6.3 and 8.1; Annex A group A.6",
    strong: {
      TRAINING_STARTED: "Development: what a version was made from, and how.",
      TRAINING_COMPLETED: "Verification: tests, thresholds, results, reports.",
      DEPLOYMENT: "Release: version, approval, change control, rollback.",
      CONFIG_CHANGE: "Changes in operation, with reason and approval.",
      INFERENCE: "Operation: volume, versions, confidence, latency.",
      ALERT: "Monitoring: what was measured against which limit.",
      HUMAN_REVIEW: "Validation and oversight by people.",
      DATA_ACCESS: "Use of data through the life of the system.",
      SHADOW_AI_DETECTED: "Systems in operation outside the life cycle process.",
    },
  }),
  section("DATA_FOR_AI_SYSTEMS", "Data for AI systems", {
    summary:
      "Which data the system was developed with, where they came from, of what quality they were and how they were prepared.",
    reference: "Annex A group A.7",
    strong: {
      DATA_ACCESS: "Acquisition and use of data: purpose, basis, classification, amount.",
      TRAINING_STARTED: "Data sets with version, hash, origin, labelling and cleaning.",
      TRAINING_COMPLETED: "What data quality led to: results overall and by group.",
    },
  }),
  section("INFORMATION_FOR_INTERESTED_PARTIES", "Information for interested parties", {
    summary: "What users and others were told: documents in force with each version, and incidents that were reported.",
    reference: "Annex A group A.8",
    strong: {
      ALERT: "Incidents, and when they were acknowledged and reported to an authority.",
      DEPLOYMENT: "Which version of the information for users came with a release.",
    },
  }),
  section("RESPONSIBLE_USE", "Responsible use", {
    summary: "Whether the system was used as intended and under people's eyes, and what use went around it.",
    reference: "Annex A group A.9",
    strong: {
      INFERENCE: "Use: purposes, versions, policy in force, automated or reviewed.",
      HUMAN_REVIEW: "Oversight of single outputs, with outcome and reason.",
      SHADOW_AI_DETECTED: "Use outside what was intended or allowed.",
    },
  }),
  section("THIRD_PARTY_RELATIONSHIPS", "Third-party and customer relationships", {
    summary: "Models and services of others in use, how they were taken on, and terms that were changed.",
    reference: "Annex A group A.10",
    strong: {
      SHADOW_AI_DETECTED: "Providers in use without an agreement, and whether they were taken on or stopped.",
      DEPLOYMENT: "Versions of vendors' models brought into use, with approval.",
      CONFIG_CHANGE: "Changes of provider, endpoint or allowlist.",
    },
  }),
  section("PERFORMANCE_EVALUATION_IMPROVEMENT", "Performance evaluation and improvement", {
    summary: "What was measured and reviewed, what was found wanting, and how it was put right.",
    reference: "Clauses 9 and 10",
    strong: {
      ALERT: "Measurements beyond their limits, with cause and resolution.",
      HUMAN_REVIEW: "Reviews and their findings.",
      CONFIG_CHANGE: "Corrections, with reason and approval.",
    },
  }),
];

/**
 * ISO/IEC 42001:2023. The 38 controls of Annex A are counted; the clauses are shown beside them. Titles only: the text
 * is ISO's.
 */
export const iso42001: Framework = {
  id: "ISO_42001",
  name: "ISO/IEC 42001: Artificial intelligence management system",
  shortName: "ISO/IEC 42001",
  issuer: "International Organization for Standardization and International Electrotechnical Commission",
  edition: "ISO/IEC 42001:2023",
  mappingVersion: "2026-11-20",
  countedAs: "controls",
  statement:
    "ISO/IEC 42001 describes a management system for AI. This package sets the recorded events of one model beside the 38 controls of its Annex A, and shows the clauses with them. It shows how the record aligns with them; it is neither an audit of the management system nor a statement of applicability, and it does not reproduce the standard's text.",
  sections,
  requirements: [...controls, ...clauses],
  keyNames,
};
