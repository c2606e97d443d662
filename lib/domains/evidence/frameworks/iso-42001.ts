import { clauses } from "@/lib/domains/evidence/frameworks/iso-42001-clauses";
import { controls } from "@/lib/domains/evidence/frameworks/iso-42001-controls";
import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import type { Framework, FrameworkSection } from "@/lib/domains/evidence/frameworks/types";

const sections: readonly FrameworkSection[] = [
  {
    id: "LEADERSHIP_POLICY_ROLES",
    title: "Leadership, policy and roles",
    summary:
      "Who answers for AI and by which policy. Events show policies and owners as they change; what leaders decided stands in documents.",
    reference: "Clauses 4, 5 and 6.2; Annex A groups A.2 and A.3",
    eventTypes: [
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        shows: "Changes of policy and owner, with who made and who approved them.",
      },
      { type: "HUMAN_REVIEW", strength: "supporting", shows: "In which roles people acted, and concerns they raised." },
    ],
  },
  {
    id: "RISK_AND_IMPACT_ASSESSMENT",
    title: "Risk and impact assessment",
    summary: "Risks and effects on people that showed themselves, how they were judged, and what was done.",
    reference: "Clauses 6.1 and 8.2 to 8.4; Annex A group A.5",
    eventTypes: [
      { type: "ALERT", strength: "strong", shows: "Risks that occurred, by category, with cause and treatment." },
      {
        type: "SHADOW_AI_DETECTED",
        strength: "strong",
        shows: "Uses of AI that no assessment had covered, with their risk factors and the decision on them.",
      },
      { type: "HUMAN_REVIEW", strength: "strong", shows: "Assessments by people: outcome, reason and evidence." },
    ],
  },
  {
    id: "RESOURCES",
    title: "Resources",
    summary:
      "What the AI system consists of and depends on: data, tools, computing, people; and what came to light that was not documented.",
    reference: "Clause 7; Annex A group A.4",
    eventTypes: [
      {
        type: "DEPLOYMENT",
        strength: "strong",
        shows: "The components in use: artefact, environment, endpoint, documents for users.",
      },
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        shows: "The resources of development: data sets, base model, code, computing.",
      },
      { type: "SHADOW_AI_DETECTED", strength: "strong", shows: "Resources in use that nobody had documented." },
    ],
  },
  {
    id: "AI_SYSTEM_LIFE_CYCLE",
    title: "AI system life cycle",
    summary:
      "Development, verification, deployment, operation and monitoring as they happened. The audit chain itself is the recording of event logs that A.6.2.8 asks for.",
    reference: "Clauses 6.3 and 8.1; Annex A group A.6",
    eventTypes: [
      { type: "TRAINING_STARTED", strength: "strong", shows: "Development: what a version was made from, and how." },
      { type: "TRAINING_COMPLETED", strength: "strong", shows: "Verification: tests, thresholds, results, reports." },
      { type: "DEPLOYMENT", strength: "strong", shows: "Release: version, approval, change control, rollback." },
      { type: "CONFIG_CHANGE", strength: "strong", shows: "Changes in operation, with reason and approval." },
      { type: "INFERENCE", strength: "strong", shows: "Operation: volume, versions, confidence, latency." },
      { type: "ALERT", strength: "strong", shows: "Monitoring: what was measured against which limit." },
      { type: "HUMAN_REVIEW", strength: "strong", shows: "Validation and oversight by people." },
      { type: "DATA_ACCESS", strength: "strong", shows: "Use of data through the life of the system." },
      { type: "SHADOW_AI_DETECTED", strength: "strong", shows: "Systems in operation outside the life cycle process." },
    ],
  },
  {
    id: "DATA_FOR_AI_SYSTEMS",
    title: "Data for AI systems",
    summary:
      "Which data the system was developed with, where they came from, of what quality they were and how they were prepared.",
    reference: "Annex A group A.7",
    eventTypes: [
      {
        type: "DATA_ACCESS",
        strength: "strong",
        shows: "Acquisition and use of data: purpose, basis, classification, amount.",
      },
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        shows: "Data sets with version, hash, origin, labelling and cleaning.",
      },
      {
        type: "TRAINING_COMPLETED",
        strength: "strong",
        shows: "What data quality led to: results overall and by group.",
      },
    ],
  },
  {
    id: "INFORMATION_FOR_INTERESTED_PARTIES",
    title: "Information for interested parties",
    summary: "What users and others were told: documents in force with each version, and incidents that were reported.",
    reference: "Annex A group A.8",
    eventTypes: [
      {
        type: "ALERT",
        strength: "strong",
        shows: "Incidents, and when they were acknowledged and reported to an authority.",
      },
      {
        type: "DEPLOYMENT",
        strength: "strong",
        shows: "Which version of the information for users came with a release.",
      },
    ],
  },
  {
    id: "RESPONSIBLE_USE",
    title: "Responsible use",
    summary: "Whether the system was used as intended and under people's eyes, and what use went around it.",
    reference: "Annex A group A.9",
    eventTypes: [
      {
        type: "INFERENCE",
        strength: "strong",
        shows: "Use: purposes, versions, policy in force, automated or reviewed.",
      },
      { type: "HUMAN_REVIEW", strength: "strong", shows: "Oversight of single outputs, with outcome and reason." },
      { type: "SHADOW_AI_DETECTED", strength: "strong", shows: "Use outside what was intended or allowed." },
    ],
  },
  {
    id: "THIRD_PARTY_RELATIONSHIPS",
    title: "Third-party and customer relationships",
    summary: "Models and services of others in use, how they were taken on, and terms that were changed.",
    reference: "Annex A group A.10",
    eventTypes: [
      {
        type: "SHADOW_AI_DETECTED",
        strength: "strong",
        shows: "Providers in use without an agreement, and whether they were taken on or stopped.",
      },
      { type: "DEPLOYMENT", strength: "strong", shows: "Versions of vendors' models brought into use, with approval." },
      { type: "CONFIG_CHANGE", strength: "strong", shows: "Changes of provider, endpoint or allowlist." },
    ],
  },
  {
    id: "PERFORMANCE_EVALUATION_IMPROVEMENT",
    title: "Performance evaluation and improvement",
    summary: "What was measured and reviewed, what was found wanting, and how it was put right.",
    reference: "Clauses 9 and 10",
    eventTypes: [
      { type: "ALERT", strength: "strong", shows: "Measurements beyond their limits, with cause and resolution." },
      { type: "HUMAN_REVIEW", strength: "strong", shows: "Reviews and their findings." },
      { type: "CONFIG_CHANGE", strength: "strong", shows: "Corrections, with reason and approval." },
    ],
  },
];

/**
 * ISO/IEC 42001:2023. Counted are the 38 controls of Annex A; the clauses stand beside them. Short titles only: the text of
 * the standard is ISO's.
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
