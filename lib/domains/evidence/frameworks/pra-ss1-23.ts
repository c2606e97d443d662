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

const sections = [
  {
    id: "MODEL_IDENTIFICATION_CLASSIFICATION",
    title: "Model identification and model risk classification",
    summary:
      "This section covers model identification, the model inventory and the model's tier. The package covers one model, so it cannot show that the inventory is complete.",
    reference: "Principle 1 (1.1 to 1.3)",
  },
  {
    id: "GOVERNANCE",
    title: "Governance",
    summary:
      "This section covers the model's ownership and the approval of changes to the model. The firm supplies board decisions, policies and audit reports as documents.",
    reference: "Principle 2 (2.1 to 2.6)",
  },
  {
    id: "DEVELOPMENT_IMPLEMENTATION_USE",
    title: "Model development, implementation and use",
    summary:
      "This section covers the purpose of the model, the data and settings used to develop it, its testing, its deployment and its use.",
    reference: "Principle 3 (3.1 to 3.6)",
  },
  {
    id: "INDEPENDENT_VALIDATION",
    title: "Independent model validation",
    summary:
      "This section covers validations, the independence of the reviewers, performance over time and the date of the next review. Reviews of individual cases do not count as validations.",
    reference: "Principle 4 (4.1 to 4.5)",
  },
  {
    id: "MODEL_RISK_MITIGANTS",
    title: "Model risk mitigants",
    summary: "This section covers adjustments to model results, restrictions on use, exceptions and escalations.",
    reference: "Principle 5 (5.1 to 5.3)",
  },
];

const supplier = "The firm";

const requirements: Requirement[] = [
  ...group(
    {
      name: "1 Model identification and model risk classification",
      section: "MODEL_IDENTIFICATION_CLASSIFICATION",
      supplier,
    },
    [
      {
        id: "1.1",
        title: "Model definition",
        text: "Adopt a formal definition of a model, apply it consistently, and consider applying the framework to complex quantitative methods outside the definition that are material to business decisions.",
        basis:
          "Decisions on unapproved use of AI can indicate how the model definition is applied. They do not contain the definition.",
        supporting: "shadow.decided shadow.exception",
        supply: "the formal definition of a model",
      },
      {
        id: "1.2",
        title: "Model inventory",
        text: "Maintain a complete and accurate inventory of models that supports the management of model risk.",
        basis:
          "Deployment events can record the purpose and tier of this model. They do not show whether the model inventory is complete.",
        supporting: "deployment.purpose deployment.tier shadow.decided shadow.exception",
        supply: "the model inventory",
      },
      {
        id: "1.3",
        title: "Model tiering",
        text: "Assign each model a tier based on its materiality and complexity, use the tier to prioritise model risk management, and reassess it periodically.",
        basis:
          "Events can record the tier assigned to the model and changes to the tier. They do not contain the tier assessment.",
        strong: "deployment.tier",
        supporting: "change.tier",
        supply: "the tiering methodology and the assessment that supports the tier",
      },
    ],
  ),
  ...group({ name: "2 Governance", section: "GOVERNANCE", supplier }, [
    {
      id: "2.1",
      title: "Board of directors' responsibilities",
      text: "The board establishes the model risk management framework, approves the model risk management policy and the model risk appetite, and receives regular reports on the firm's model risk profile against this appetite.",
      basis:
        "A change recorded as approved by the board shows that the board was involved in this decision. It does not show that the board oversees the framework.",
      supporting: "change.board",
      supply: "the board's approval of the framework, the model risk appetite and the reports to the board",
    },
    {
      id: "2.2",
      title: "SMF accountability for the MRM framework",
      text: "Assign accountability for the model risk management framework to the most appropriate senior management function (SMF) holder.",
      basis: "Events can record the owner of the model, who is not necessarily the accountable senior manager.",
      supporting: "change.owner",
      supply: "the accountable senior manager's statement of responsibilities",
    },
    {
      id: "2.3",
      title: "Policies and procedures",
      text: "Implement the framework through policies and procedures, and review them regularly.",
      basis: "Change events can show when a policy that applies to the model changed. They do not contain the policy.",
      supporting: "change.policy policy.reviewed",
      supply: "the model risk management policies and procedures",
    },
    {
      id: "2.4",
      title: "Roles and responsibilities",
      text: "Assign roles and responsibilities for each stage of the model life cycle, with appropriate skills and segregation of duties.",
      basis:
        "Changes are strong evidence of segregation of duties if they record a reason, the person who made them and an approval by another person. Changes and deployments recorded as not approved, and changes approved by the person who made them, are adverse evidence.",
      strong: "change.separated",
      supporting: "change.approved deployment.approved change.owner review.role training.initiator",
      adverse: uncontrolledChanges,
      supply: "a description of roles, responsibilities and required skills",
    },
    {
      id: "2.5",
      title: "Internal audit",
      text: "Internal audit independently assesses the effectiveness of model risk management.",
      basis: "A recorded audit shows that an audit of this model took place. It does not contain the audit report.",
      supporting: "audit.recorded",
      supply: "the internal audit plans and reports on model risk management",
    },
    {
      id: "2.6",
      title: "Use of externally developed models, third-party vendor products",
      text: "Apply the model risk management framework to third-party models, and validate the firm's own use of them.",
      basis:
        "Events can identify vendors, changes of provider and decisions on unapproved providers. They do not show that due diligence was carried out.",
      supporting: "deployment.vendor change.provider shadow.decided shadow.exception",
      supply: "the vendor due diligence, the contract, and the validation of the product for the firm's use",
    },
  ]),
  ...group(
    {
      name: "3 Model development, implementation, and use",
      section: "DEVELOPMENT_IMPLEMENTATION_USE",
      supplier,
    },
    [
      {
        id: "3.1",
        title: "Model purpose and design",
        text: "State the purpose of each model clearly, and ensure that its design, theory and variables suit this purpose.",
        basis: "Deployment events can record the purpose of the model. They do not explain its design.",
        strong: "deployment.purpose",
        supporting: "training.method inference.purpose",
        supply: "the rationale for the model's design",
      },
      {
        id: "3.2",
        title: "The use of data",
        text: "Use data that is suitable for the purpose of the model, consistent with data privacy and other law, and of known quality and provenance.",
        basis:
          "Training events that record the data's source and lawful basis, and data access events that record their purpose and lawful basis, are strong evidence of the provenance or lawful use of individual data sets. SS1/23 does not require a statement of the lawful basis. A failed quality check, or a statement that personal data is used without a lawful basis, is adverse evidence.",
        strong: "training.lawful access.lawful",
        supporting: "training.data training.provenance training.preparation training.quality access.recorded",
        adverse: `${unlawfulData} data.poor`,
        supply: "the assessment of the data's suitability, quality and provenance",
      },
      {
        id: "3.3",
        title: "Model development testing",
        text: "Test the model before use for accuracy, robustness and stability, and identify its limitations.",
        basis:
          "Tests that met recorded thresholds are strong evidence. They do not show that testing covered all relevant conditions. Failed tests, and metrics that missed a threshold, are adverse evidence regardless of other records.",
        strong: "test.passed",
        supporting: "test.recorded test.groups test.limits test.signed",
        adverse: failedTests,
        supply: "the test plan and the test reports",
      },
      {
        id: "3.4",
        title: "Model adjustments and expert judgement",
        text: "Justify and record adjustments and expert judgement, and review them independently.",
        basis:
          "Approved adjustments and approved threshold changes are strong evidence if they record a reason. Adjustments recorded as not approved, or approved by the person who made them, are adverse evidence.",
        strong: "change.adjustment change.judgement",
        adverse: "adjustment.unapproved adjustment.selfApproved",
        supply: "the justification and the independent review of adjustments and expert judgement",
      },
      {
        id: "3.5",
        title: "Model development documentation",
        text: "Maintain documentation that is detailed enough for an independent third party with relevant expertise to understand the model and its limitations and to reproduce it.",
        basis:
          "Training events can record the code, data and settings of a version. They do not replace the documentation.",
        strong: "training.reproducible",
        supporting: "training.method training.data test.limits test.artefact test.signed",
        supply: "the model development documentation",
      },
      {
        id: "3.6",
        title: "Supporting systems",
        text: "Implement models in information systems that are tested for this purpose and reassessed regularly.",
        basis:
          "Deployments that record a change ticket are strong evidence of a controlled implementation. They do not show that the supporting systems were tested. Deployments recorded as not approved are adverse evidence.",
        strong: "deployment.ticket",
        supporting: "deployment.components deployment.rollback training.compute inference.inputs inference.measured",
        adverse: "deployment.unapproved",
        supply: "the test and review records for the supporting systems",
      },
    ],
  ),
  ...group({ name: "4 Independent model validation", section: "INDEPENDENT_VALIDATION", supplier }, [
    {
      id: "4.1",
      title: "The independent validation function",
      text: "Maintain a validation function that is independent of model development and has the skills, access and authority to challenge models.",
      basis:
        "A validation recorded as independent shows that the validation function is active. A validation recorded as not independent of development is adverse evidence. Reviews of individual cases do not count as validations.",
      strong: "validation.approved",
      supporting: "validation.recorded validation.conditional",
      adverse: "validation.notIndependent",
      supply: "the mandate, staffing and reporting lines of the validation function",
    },
    {
      id: "4.2",
      title: "Independent review",
      text: "Review each model independently before use and after changes, covering its concept, data, performance and limitations.",
      basis:
        "Validations that are recorded as independent, have a positive outcome and are not overdue are strong evidence. Validations that were rejected, are overdue or were not independent are adverse evidence.",
      strong: "validation.approved",
      supporting: "validation.recorded validation.conditional",
      adverse: failedValidations,
      supply: "the validation report",
    },
    {
      id: "4.3",
      title: "Process verification",
      text: "Verify that inputs are accurate and complete, that the implementation is correct, and that outputs are reported as intended.",
      basis:
        "A validation can include process verification, but only its report can show this. Records of inputs and artefacts support the verification. Validations that were rejected or were not independent are adverse evidence.",
      supporting: "validation.approved validation.recorded validation.conditional inference.inputs test.artefact",
      adverse: "validation.rejected validation.notIndependent",
      supply: "the validation report, including process verification",
    },
    {
      id: "4.4",
      title: "Model performance monitoring",
      text: "Monitor the performance of the model against predefined thresholds, and act on the findings.",
      basis:
        "Alerts that record a metric, a value and a threshold show that the model is monitored. Alerts that record a cause and a corrective action are strong evidence that someone acted on the findings. Alerts recorded as not acknowledged or not resolved are adverse evidence.",
      strong: "alert.corrected",
      supporting: "alert.measured alert.handled alert.recorded inference.measured",
      adverse: "alert.unanswered",
      supply: "the monitoring plan with its thresholds and the monitoring reports",
    },
    {
      id: "4.5",
      title: "Periodic revalidation",
      text: "Revalidate models at intervals that reflect their tier, and after changes or findings that require it.",
      basis:
        "A validation that is recorded as independent, has a positive outcome and is not overdue at the end of the period is strong evidence. Validations that were rejected, are overdue or were not independent are adverse evidence. Reviews of individual cases do not count as validations.",
      strong: "validation.approved",
      supporting: "validation.recorded validation.conditional",
      adverse: failedValidations,
      supply: "the revalidation schedule and the latest validation report",
    },
  ]),
  ...group({ name: "5 Model risk mitigants", section: "MODEL_RISK_MITIGANTS", supplier }, [
    {
      id: "5.1",
      title: "Process for applying post-model adjustments",
      text: "Apply a consistent process to document, justify, approve, review and remove post-model adjustments.",
      basis:
        "Approved adjustments that record a reason are strong evidence that the process was used. They do not describe the process. Adjustments recorded as not approved, or approved by the person who made them, are adverse evidence.",
      strong: "change.adjustment",
      supporting: "change.judgement",
      adverse: "adjustment.unapproved adjustment.selfApproved",
      supply: "a description of the process for post-model adjustments",
    },
    {
      id: "5.2",
      title: "Restrictions on model use",
      text: "Restrict or stop the use of a model that has significant shortcomings until these are remedied, and monitor the restrictions.",
      basis:
        "An approved restriction is strong evidence that use was restricted. Events do not show that the restrictions were monitored. Lifting or relaxing a restriction without a recorded approval is adverse evidence.",
      strong: "restriction.approved",
      supporting: "restriction.recorded change.control",
      adverse: "restriction.lifted",
      supply: "the process for restricting the use of models and the monitoring of restrictions",
    },
    {
      id: "5.3",
      title: "Exceptions and escalations",
      text: "Approve exceptions for a limited time only, and escalate exceptions, breaches and failures to those with the authority to act.",
      basis:
        "Exceptions are strong evidence if they record an approver and an end date, and adverse evidence if they do not. Alerts are strong evidence if they record a cause and a corrective action, and adverse evidence if they are recorded as not acknowledged or not resolved.",
      strong: "change.exception shadow.exception alert.corrected",
      supporting: "alert.handled case.escalated shadow.decided incident.reported incident.communicated",
      adverse: "change.openException alert.unanswered",
      supply: "the procedures for exceptions and escalations",
    },
  ]),
];

/** PRA Supervisory Statement SS1/23: five principles, 23 sub-principles. The ID names the FCA, as the specification does. */
export const praSs123: Framework = {
  id: "FCA_SS1_23",
  name: "PRA SS1/23: Model risk management principles for banks",
  packageTitle: "Records supporting alignment with SS1/23",
  shortName: "PRA SS1/23",
  issuer: "Prudential Regulation Authority, Bank of England",
  edition:
    "Supervisory Statement SS1/23, published on 17 May 2023 with Policy Statement PS6/23 and effective from 17 May 2024",
  mappingVersion: "2026-11-28.4",
  countedAs: "sub-principles",
  statement:
    "SS1/23 sets out the PRA's expectations for model risk management at UK-incorporated banks, building societies and PRA-designated investment firms with internal model approval to calculate regulatory capital requirements. This package shows how the records of one model align with its sub-principles. It does not assess the firm's model risk management. The PRA expects firms to apply the principles in proportion to their size, complexity and use of models. This package does not assess proportionality.",
  sections: sectionsOf(sections, requirements),
  requirements,
  kinds: evidenceKinds,
  keyNames,
};
