import { evidenceKinds } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import {
  failedTests,
  failedValidations,
  group,
  sectionsOf,
  uncontrolledChanges,
  unlawfulData,
} from "@/lib/domains/evidence/frameworks/rows";
import type { Framework, Requirement } from "@/lib/domains/evidence/frameworks/types";
import { frameworkRetention } from "@/lib/domains/evidence/schemas-retention";

const sections = [
  {
    id: "TECHNICAL_DOCUMENTATION",
    title: "Technical documentation",
    summary:
      "This section covers the description, development and testing of the system, and changes to it. Events can provide dated, attributed facts. The provider supplies the descriptions.",
    types: [
      "TRAINING_STARTED",
      "TRAINING_COMPLETED",
      "DEPLOYMENT",
      "CONFIG_CHANGE",
      "HUMAN_REVIEW",
      "ALERT",
      "INFERENCE",
    ] as const,
    reference:
      "Annex IV points 1, 2(a) to (c), 2(f) to (h), 3, 4, 6, 7 and 8. Related provisions, not assessed: Articles 11, 12, 13, 15, 18, 19 and 47",
  },
  {
    id: "RISK_MANAGEMENT",
    title: "Risk management",
    summary:
      "This section covers the risks identified for the system and the responses to them. Events can show individual risks and decisions. The provider supplies the description of the risk management system.",
    types: ["TRAINING_COMPLETED", "CONFIG_CHANGE", "HUMAN_REVIEW", "ALERT", "SHADOW_AI_DETECTED"] as const,
    reference:
      "Annex IV points 3 (foreseeable unintended outcomes and sources of risk) and 5. Related provisions, not assessed: Articles 9, 15, 20, 27 and 73",
  },
  {
    id: "DATA_GOVERNANCE",
    title: "Data and data governance",
    summary:
      "This section covers the data used for training and testing, its provenance, the lawful basis for its use, and access to it.",
    types: ["TRAINING_STARTED", "TRAINING_COMPLETED", "DATA_ACCESS", "INFERENCE"] as const,
    reference:
      "Annex IV points 2(d), 2(g) (data) and 3 (input data). Related provisions, not assessed: Articles 10 and 26(4)",
  },
  {
    id: "HUMAN_OVERSIGHT",
    title: "Human oversight",
    summary:
      "This section covers human review of the system's decisions, the outcome of each review, and human interventions.",
    types: ["CONFIG_CHANGE", "HUMAN_REVIEW", "ALERT", "INFERENCE"] as const,
    reference:
      "Annex IV points 2(e) and 3 (oversight). Related provisions, not assessed: Articles 13(3)(d), 14, 26(1), 26(2), 26(5) and 86",
  },
  {
    id: "POST_MARKET_MONITORING",
    title: "Post-market monitoring",
    summary:
      "This section covers the performance of the system in use, alerts and incidents, and the resulting changes.",
    reference:
      "Annex IV points 6 and 9. Related provisions, not assessed: Articles 12, 19, 20, 26(5), 26(6), 72 and 73",
  },
];

const supplier = "The provider";
const documentation = { section: "TECHNICAL_DOCUMENTATION", supplier };

const description = group({ ...documentation, name: "1 General description", counted: false }, [
  {
    id: "1(a)",
    title: "Intended purpose, provider and version",
    text: "State the intended purpose of the system, the name of the provider, the version of the system, and how this version relates to previous versions.",
    basis:
      "Deployment events can record the intended purpose, the released version and the version that it replaced. They do not establish who the provider of the system is.",
    strong: "deployment.purpose deployment.versions",
    supporting: "deployment.recorded deployment.approved inference.purpose",
    supply: "the intended purpose and the provider's name",
  },
  {
    id: "1(b)",
    title: "Interaction with other hardware, software and AI systems",
    text: "Where applicable, describe how the system interacts, or can be used to interact, with hardware and software that are not part of it, including other AI systems.",
    basis: "Deployment and change events can name endpoints and vendors. They do not describe how systems interact.",
    supporting: "deployment.endpoint deployment.vendor change.provider",
    supply: "a description of the system's interaction with other hardware, software and AI systems",
  },
  {
    id: "1(c)",
    title: "Versions of software and firmware",
    text: "State the versions of the relevant software or firmware and any requirements for version updates.",
    basis:
      "Deployment events can record the model version and the environment. They do not list other software or its update requirements.",
    supporting: "deployment.approved deployment.recorded deployment.components",
    supply: "a list of relevant software and firmware versions and the requirements for their updates",
  },
  {
    id: "1(d)",
    title: "Forms in which the system is made available",
    text: "Describe the forms in which the system is placed on the market or put into service, such as software embedded in hardware, a download or an API.",
    basis:
      "Deployment events can record the endpoint through which the system is offered. An endpoint indicates only one possible form.",
    supporting: "deployment.endpoint",
    supply: "a description of all forms in which the system is placed on the market or put into service",
  },
  {
    id: "1(e)",
    title: "Hardware on which the system runs",
    text: "Describe the hardware on which the system is intended to run.",
    basis: "Deployment events can name the environment. They do not describe its hardware.",
    supporting: "deployment.components",
    supply: "a description of the hardware on which the system is intended to run",
  },
  {
    id: "1(f)",
    title: "Photographs or illustrations of the product",
    text: "If the system is a component of a product, show the external features, markings and internal layout of the product.",
    basis: "Events cannot replace photographs or illustrations.",
    supply: "photographs or illustrations of the product, if the system is a component of a product",
  },
  {
    id: "1(g)",
    title: "User interface provided to the deployer",
    text: "Provide a basic description of the user interface provided to the deployer.",
    basis: "Events do not describe a user interface.",
    supply: "a basic description of the user interface provided to the deployer",
  },
  {
    id: "1(h)",
    title: "Instructions for use",
    text: "Provide the instructions for use for the deployer and, where applicable, a description of the user interface.",
    basis:
      "Deployment events can record the version of the instructions for use. They do not contain the instructions.",
    reference: "deployment.instructions",
    supply: "the instructions for use",
  },
]);

const development = group({ ...documentation, name: "2 Elements of the system and its development", counted: false }, [
  {
    id: "2(a)",
    title: "Methods, steps and third-party components",
    text: "Describe the methods and steps of development, including, where relevant, how the provider used, integrated or modified pre-trained systems or third-party tools.",
    basis:
      "Training events can record the code, settings and base model of a run. They do not describe the development methods.",
    strong: "training.reproducible",
    supporting: "training.method deployment.vendor",
    supply: "a description of the development methods and of the third-party components used",
  },
  {
    id: "2(b)",
    title: "Design specification",
    text: "Describe the logic of the system and its algorithms; the key design choices with their rationale and assumptions, including those about the persons or groups on whom the system is to be used; the main classification choices; the optimisation objective and the relevance of the parameters; the expected output and its quality; and any trade-offs made to meet Chapter III, Section 2.",
    basis: "Events do not record the reasons for design choices.",
    supply:
      "the design specification with the key design and classification choices, their rationale, the assumptions and the trade-offs",
  },
  {
    id: "2(c)",
    title: "Architecture and computing resources",
    text: "Describe the architecture of the system and the computing resources used to develop, train, test and validate it.",
    basis: "Training events can record computing resources. They do not describe the architecture.",
    supporting: "training.compute deployment.components",
    supply: "a description of the system architecture and of the computing resources used",
  },
  {
    id: "2(d)",
    title: "Data requirements",
    text: "Where relevant, describe in data sheets the training methods and the training data sets, including the provenance, scope, main characteristics, selection, labelling and cleaning of the data.",
    basis:
      "Training and data access events can record the data, its source and the lawful basis for its use. Annex IV does not require a statement of the lawful basis. A failed quality check, or a statement that personal data is used without a lawful basis, is adverse evidence.",
    sections: ["DATA_GOVERNANCE"],
    strong: "training.lawful access.lawful",
    supporting: "training.provenance training.data training.preparation training.quality access.recorded",
    adverse: `${unlawfulData} data.poor`,
    supply: "the data sheets that describe the data sets and their preparation",
  },
  {
    id: "2(e)",
    title: "Human oversight measures",
    text: "Assess the human oversight measures needed under Article 14, including the technical measures that help deployers interpret the output.",
    basis:
      "Case reviews with an outcome, and decisions that a reviewer overrode or stopped, are strong evidence that oversight takes place. Model validations and approvals do not count as human oversight of decisions.",
    sections: ["HUMAN_OVERSIGHT"],
    strong: "case.reviewed case.intervention",
    supporting: "case.untyped case.escalated inference.reviewed inference.explained change.control",
    supply: "an assessment of the human oversight measures",
  },
  {
    id: "2(f)",
    title: "Predetermined changes",
    text: "Where applicable, describe in detail the predetermined changes to the system and its performance, and the technical solutions that ensure the system continues to meet the requirements of Chapter III, Section 2.",
    basis: "Change events can state that a change was predetermined. They do not describe the predetermined changes.",
    supporting: "change.predetermined",
    supply: "a description of the predetermined changes, if any",
  },
  {
    id: "2(g)",
    title: "Validation and testing",
    text: "Describe the validation and testing procedures, the data used for them, and the metrics for accuracy, robustness, other relevant requirements and potentially discriminatory impacts. Include the test logs and all test reports, dated and signed by the responsible persons, including those for predetermined changes.",
    basis:
      "Tests that met recorded thresholds are strong evidence, as are validations that are recorded as independent, have a positive outcome and are not overdue. Failed tests are adverse evidence, as are validations that were rejected, were not independent or are overdue.",
    sections: ["TECHNICAL_DOCUMENTATION", "DATA_GOVERNANCE"],
    strong: "test.passed validation.approved",
    supporting: "test.recorded test.groups test.signed validation.recorded validation.conditional",
    adverse: `${failedTests} ${failedValidations}`,
    supply: "the test logs and all test reports, dated and signed by the responsible persons",
  },
  {
    id: "2(h)",
    title: "Cybersecurity measures",
    text: "Describe the cybersecurity measures in place.",
    basis:
      "Security alerts with a recorded response show that individual security issues were handled. They do not describe the cybersecurity measures. A security alert recorded as unresolved is adverse evidence.",
    supporting: "alert.security",
    adverse: "alert.securityOpen",
    supply: "a description of the cybersecurity measures",
  },
]);

/** A point with sub-points: it is counted once, with the evidence of all of them. */
function point(id: string, title: string, text: string, parts: readonly Requirement[]): Requirement {
  const given = parts.flatMap((part) => part.rules);
  const weighing = (["adverse", "strong", "supporting"] as const).flatMap((one) =>
    given.filter(({ weight }) => weight === one),
  );
  const rules = weighing.filter(({ kind }, index) => weighing.findIndex((other) => other.kind === kind) === index);
  const open = parts.filter(({ document }) => document !== undefined).map((part) => part.id);
  return {
    ...{ id, group: "Annex IV", title, text, counted: true, rules },
    basis: "The status combines the evidence for all sub-points of this point.",
    sections: [...new Set(parts.flatMap((part) => part.sections))],
    document: `${supplier} needs to supply the missing documents listed under ${open.slice(0, -1).join(", ")} and ${open.at(-1)}.`,
  };
}

const requirements: Requirement[] = [
  point(
    "1",
    "General description of the system",
    "Describe the system, including its purpose, versions, interfaces and hardware, the forms in which it is made available, and the information for deployers.",
    description,
  ),
  ...description,
  point(
    "2",
    "Elements of the system and its development",
    "Describe the elements of the system and its development process, including design, data, human oversight, testing and cybersecurity.",
    development,
  ),
  ...development,
  ...group({ ...documentation, name: "Annex IV" }, [
    {
      id: "3",
      title: "Monitoring, functioning and control",
      text: "Describe the capabilities and limitations of the system; its accuracy, both overall and for the specific persons or groups on whom it is to be used; foreseeable unintended outcomes; sources of risk to health, safety and fundamental rights, and of discrimination; the human oversight measures; and, as appropriate, the input data specifications.",
      basis:
        "Tests that met recorded thresholds and case reviews with an outcome are strong evidence. Recorded limitations and test results for groups of people are supporting evidence. Failed tests are adverse evidence. Events do not contain the description.",
      sections: ["TECHNICAL_DOCUMENTATION", "RISK_MANAGEMENT", "DATA_GOVERNANCE", "HUMAN_OVERSIGHT"],
      strong: "test.passed case.reviewed",
      supporting:
        "test.groups test.limits test.recorded case.untyped case.intervention case.escalated alert.handled alert.groups inference.inputs inference.measured inference.reviewed change.control",
      adverse: failedTests,
      supply:
        "a description of the capabilities, limitations, foreseeable unintended outcomes, sources of risk, human oversight measures and input data specifications",
    },
    {
      id: "4",
      title: "Appropriateness of the performance metrics",
      text: "Explain why the performance metrics are appropriate for this system.",
      basis:
        "Test events can record the metrics and thresholds used. They do not explain why the metrics are appropriate.",
      supporting: "test.passed test.recorded test.groups test.failed test.belowThreshold",
      supply: "an explanation of why the performance metrics are appropriate",
    },
    {
      id: "5",
      title: "Risk management system",
      text: "Describe the risk management system under Article 9, including the identification, analysis and evaluation of risks, the selection and testing of measures, and the assessment of residual risk.",
      basis:
        "Recorded risk assessments, and alerts that record a cause and a corrective action, are strong evidence that individual risks were handled. Alerts recorded as not acknowledged or not resolved are adverse evidence. Events do not describe the risk management system.",
      sections: ["RISK_MANAGEMENT"],
      strong: "risk.assessed alert.corrected",
      supporting:
        "risk.treated alert.handled shadow.decided shadow.exception shadow.assessed change.control restriction.approved impact.assessed impact.negative",
      adverse: "alert.unanswered",
      supply: "a description of the risk management system under Article 9",
    },
    {
      id: "6",
      title: "Changes through the life cycle",
      text: "Describe the relevant changes made by the provider to the system throughout its life cycle.",
      basis:
        "Events can record individual changes in the period. They do not show which changes are relevant or whether they are legally attributable to the provider. Annex IV does not require changes to be approved. This mapping reports a missing approval as a control finding.",
      sections: ["TECHNICAL_DOCUMENTATION", "POST_MARKET_MONITORING"],
      strong: "deployment.approved change.approved",
      supporting: "deployment.recorded deployment.rollback change.recorded restriction.widened test.artefact",
      adverse: `${uncontrolledChanges} restriction.lifted`,
      supply: "a description of the relevant changes made by the provider through the life cycle of the system",
    },
    {
      id: "7",
      title: "Standards applied",
      text: "List the harmonised standards, applied in full or in part, whose references have been published in the Official Journal of the European Union. If no such standards were applied, describe in detail the solutions adopted to meet the requirements of Chapter III, Section 2, and list the other relevant standards and technical specifications applied.",
      basis: "Events do not record which standards were applied.",
      supply:
        "a list of the harmonised standards applied or, if no such standards were applied, a detailed description of the solutions adopted, including a list of other relevant standards and technical specifications",
    },
    {
      id: "8",
      title: "EU declaration of conformity",
      text: "Provide a copy of the EU declaration of conformity under Article 47.",
      basis: "Deployment events can refer to the EU declaration of conformity. They do not contain a copy of it.",
      reference: "deployment.declaration",
      supply: "a copy of the EU declaration of conformity",
    },
    {
      id: "9",
      title: "Post-market performance evaluation",
      text: "Describe the system in place under Article 72 to evaluate the performance of the AI system in the post-market phase, including the post-market monitoring plan.",
      basis:
        "Alerts that record a metric, a value and a threshold, and alerts that record a cause and a corrective action, are strong evidence that monitoring takes place. Alerts recorded as not acknowledged or not resolved, and serious incidents without a recorded report to an authority, are adverse evidence. The mapping does not check the time limits in Article 73 or who was required to report.",
      sections: ["POST_MARKET_MONITORING"],
      strong: "alert.measured alert.corrected",
      supporting:
        "incident.reported alert.handled alert.recorded inference.recorded inference.measured case.reviewed deployment.rollback change.correction shadow.decided",
      adverse: "incident.silent alert.unanswered",
      supply:
        "a detailed description of the system in place to evaluate the AI system's performance in the post-market phase, including the post-market monitoring plan under Article 72(3)",
    },
  ]),
];

/** Annex IV of the AI Act: nine points, two of them with sub-points, in five sections. */
export const euAiActAnnexIv: Framework = {
  id: "EU_AI_ACT_ANNEX_IV",
  name: "EU AI Act: Technical documentation under Annex IV",
  packageTitle: "Records supporting the technical documentation (Annex IV)",
  shortName: "EU AI Act, Annex IV",
  issuer: "European Parliament and the Council of the European Union",
  edition: "Regulation (EU) 2024/1689 of 13 June 2024 (OJ L, 2024/1689, 12.7.2024), Annex IV, as originally published",
  mappingVersion: "2026-11-28.4",
  countedAs: "points",
  statement:
    "Annex IV lists the minimum contents of the technical documentation of a high-risk AI system under Article 11(1), as published on 12 July 2024. Later amendments to the Regulation are not taken into account. This package maps the recorded events of one model to the nine points of Annex IV. It is not the technical documentation and does not state that legal requirements are met. The package does not assess whether the model is part of a high-risk AI system, who its provider is, or when the Regulation starts to apply to it. The model can be one part of a larger system, and the period covers only part of the system's life cycle.",
  retention: frameworkRetention.EU_AI_ACT_ANNEX_IV,
  sections: sectionsOf(sections, requirements),
  requirements,
  kinds: evidenceKinds,
  keyNames,
};
