import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import type { Framework, FrameworkSection, Requirement } from "@/lib/domains/evidence/frameworks/types";
import {
  aboutAdjustment,
  aboutException,
  aboutGuardrail,
  aboutOwner,
  aboutPolicy,
  aboutRestriction,
  aboutThreshold,
  aboutTier,
} from "@/lib/domains/evidence/frameworks/types";

const sections: readonly FrameworkSection[] = [
  {
    id: "MODEL_IDENTIFICATION_CLASSIFICATION",
    title: "Model identification and model risk classification",
    summary:
      "Whether everything that is a model is known as one, stands in the inventory, and has a tier that says how much scrutiny it gets.",
    reference: "Principle 1 (1.1 to 1.3)",
    eventTypes: [
      {
        type: "SHADOW_AI_DETECTED",
        strength: "strong",
        shows: "Whether the inventory is complete: use of models that are not registered, and what became of it.",
      },
      {
        type: "DEPLOYMENT",
        strength: "strong",
        shows: "Models and versions in use, with their purpose and tier, to be held against the inventory.",
      },
      { type: "CONFIG_CHANGE", strength: "supporting", shows: "Changes of the tier, with reason and approval." },
    ],
  },
  {
    id: "GOVERNANCE",
    title: "Governance",
    summary:
      "Who owns the model and who approved what: accountability as it shows in acts. What boards, policies and audits have to say stands in documents.",
    reference: "Principle 2 (2.1 to 2.6)",
    eventTypes: [
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        shows: "Changes of owner, approver or policy, and for every change who made it and who approved it.",
      },
      {
        type: "HUMAN_REVIEW",
        strength: "supporting",
        shows: "In which role people acted, and whether reviewers were independent of development.",
      },
      {
        type: "SHADOW_AI_DETECTED",
        strength: "supporting",
        shows: "Models of third parties that came into use without having been taken on.",
      },
    ],
  },
  {
    id: "DEVELOPMENT_IMPLEMENTATION_USE",
    title: "Model development, implementation and use",
    summary:
      "What the model is for, what it was built from, how it was tested and brought into use, and how it is used.",
    reference: "Principle 3 (3.1 to 3.6)",
    eventTypes: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        shows: "Data, code and settings of each training run, and who began it.",
      },
      { type: "TRAINING_COMPLETED", strength: "strong", shows: "Tests and their results, per version, with reports." },
      { type: "DATA_ACCESS", strength: "strong", shows: "Which data were used, for what purpose and on what basis." },
      {
        type: "DEPLOYMENT",
        strength: "strong",
        shows: "How a version was brought into use: approval, change control, environment, purpose.",
      },
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        shows: "Adjustments in operation with value before and after, reason and approval.",
      },
      { type: "INFERENCE", strength: "supporting", shows: "Use of the model: versions, purposes, volume, latency." },
    ],
  },
  {
    id: "INDEPENDENT_VALIDATION",
    title: "Independent model validation",
    summary:
      "Whether somebody other than the developers examined the model, how it performed over time, and when the next examination is due.",
    reference: "Principle 4 (4.1 to 4.5)",
    eventTypes: [
      {
        type: "HUMAN_REVIEW",
        strength: "strong",
        shows: "Validations and reviews: by whom, whether independent, with what outcome, and when the next is due.",
      },
      {
        type: "ALERT",
        strength: "strong",
        shows: "What monitoring measured against which limit, and what followed.",
      },
      {
        type: "TRAINING_COMPLETED",
        strength: "supporting",
        shows: "Results that a validation can be held against.",
      },
      { type: "INFERENCE", strength: "supporting", shows: "Outputs in use, from which performance is computed." },
    ],
  },
  {
    id: "MODEL_RISK_MITIGANTS",
    title: "Model risk mitigants",
    summary:
      "What is done where a model falls short: adjustments to its results, restrictions of its use, exceptions and their escalation.",
    reference: "Principle 5 (5.1 to 5.3)",
    eventTypes: [
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        shows: "Adjustments and restrictions with reason, approval and expiry.",
      },
      { type: "ALERT", strength: "strong", shows: "Limits that were passed, and how that was escalated and ended." },
      {
        type: "SHADOW_AI_DETECTED",
        strength: "strong",
        shows: "Use without approval, and exceptions with their approver and end.",
      },
      { type: "HUMAN_REVIEW", strength: "supporting", shows: "Outputs that people overrode, stopped or escalated." },
    ],
  },
];

const identification = "1 Model identification and model risk classification";
const governance = "2 Governance";
const development = "3 Model development, implementation, and use";
const validation = "4 Independent model validation";
const mitigants = "5 Model risk mitigants";

/** Reviews that examine the model itself, not one of its outputs. */
const isValidation = [{ key: "kind", words: ["VALIDATION", "REVALIDATION", "MODEL_VALIDATION", "INDEPENDENT_REVIEW"] }];

const identificationRequirements: readonly Requirement[] = [
  {
    id: "1.1",
    group: identification,
    title: "Model definition",
    text: "The firm has one definition of what counts as a model, applied everywhere, so that material methods that do not meet it are looked at too.",
    sections: ["MODEL_IDENTIFICATION_CLASSIFICATION"],
    rules: [
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: ["status", "resolution", "category"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["intendedPurpose"] },
    ],
    document:
      "Events show to what the definition was applied; the firm's definition of a model is to be supplied by the firm.",
    counted: true,
  },
  {
    id: "1.2",
    group: identification,
    title: "Model inventory",
    text: "The firm keeps a complete and current inventory of its models, from which the sources of model risk and the state of each model can be told.",
    sections: ["MODEL_IDENTIFICATION_CLASSIFICATION"],
    rules: [
      {
        type: "SHADOW_AI_DETECTED",
        strength: "strong",
        keys: ["provider", "endpointHost", "status", "resolution", "linkedModelId"],
      },
      { type: "DEPLOYMENT", strength: "strong", keys: ["modelVersion", "intendedPurpose", "tier"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["environment", "artefactHash"] },
    ],
    counted: true,
  },
  {
    id: "1.3",
    group: identification,
    title: "Model tiering",
    text: "Each model is given a tier by its materiality and complexity, and the tier decides how closely it is managed; tiers are looked at again.",
    sections: ["MODEL_IDENTIFICATION_CLASSIFICATION"],
    rules: [
      { type: "DEPLOYMENT", strength: "strong", keys: ["tier"] },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: [], saying: aboutTier },
    ],
    document:
      "Events show which tier was given and changed; the tiering approach and the assessment behind the tier are to be supplied by the firm.",
    counted: true,
  },
];

const governanceRequirements: readonly Requirement[] = [
  {
    id: "2.1",
    group: governance,
    title: "Board of directors' responsibilities",
    text: "The board sets up the framework for model risk management, approves the appetite for model risk, and is told regularly how the firm stands against it.",
    sections: ["GOVERNANCE"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "supporting", keys: [], saying: [{ key: "approvedBy", words: ["board*"] }] },
    ],
    document:
      "The approval of the framework, the appetite for model risk and the reports to the board are to be supplied by the firm.",
    counted: true,
  },
  {
    id: "2.2",
    group: governance,
    title: "SMF accountability for the MRM framework",
    text: "A senior manager is accountable for the framework, its implementation and its upkeep.",
    sections: ["GOVERNANCE"],
    rules: [{ type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutOwner }],
    document:
      "Events show who was made owner or approver of the model; the statement of responsibilities that names the accountable senior manager is to be supplied by the firm.",
    counted: true,
  },
  {
    id: "2.3",
    group: governance,
    title: "Policies and procedures",
    text: "Policies and procedures put the framework into practice for every model, and are reviewed.",
    sections: ["GOVERNANCE"],
    rules: [{ type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutPolicy }],
    document:
      "Events show when policies that act on the model were changed; the policies and procedures are to be supplied by the firm.",
    counted: true,
  },
  {
    id: "2.4",
    group: governance,
    title: "Roles and responsibilities",
    text: "For each stage of a model's life it is laid down who owns, develops, uses, validates and controls it, with the skills and the standing to do so, and with duties kept apart.",
    sections: ["GOVERNANCE"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "strong", keys: ["approvedBy", "changedBy"] },
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutOwner },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["reviewerRole", "independentOfDevelopment"] },
    ],
    document:
      "Events show who acted and who approved; the description of roles and responsibilities is to be supplied by the firm.",
    counted: true,
  },
  {
    id: "2.5",
    group: governance,
    title: "Internal audit",
    text: "Internal audit examines regularly whether the framework is sound and is followed, independently of those who work with models.",
    sections: ["GOVERNANCE"],
    rules: [
      {
        type: "HUMAN_REVIEW",
        strength: "supporting",
        keys: [],
        saying: [
          { key: "kind", words: ["AUDIT", "INTERNAL_AUDIT"] },
          { key: "reviewerRole", words: ["*audit", "*auditor"] },
        ],
      },
    ],
    document: "The plans and reports of internal audit on model risk management are to be supplied by the firm.",
    counted: true,
  },
  {
    id: "2.6",
    group: governance,
    title: "Use of externally developed models, third-party vendor products",
    text: "Models and products of third parties are held to the same standards as the firm's own: understood, validated for the firm's use, and managed also where the vendor discloses little.",
    sections: ["GOVERNANCE"],
    rules: [
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: ["provider", "endpointHost"] },
      {
        type: "CONFIG_CHANGE",
        strength: "supporting",
        keys: [],
        saying: [
          { key: "field", words: ["*provider", "*vendor", "*supplier", "allowedEndpoints", "*allowlist"] },
          { key: "kind", words: ["ALLOWLIST", "VENDOR", "PROVIDER", "SUPPLIER"] },
        ],
      },
    ],
    document:
      "The due diligence on the vendor, the contract and the validation of the product for the firm's use are to be supplied by the firm.",
    counted: true,
  },
];

const developmentRequirements: readonly Requirement[] = [
  {
    id: "3.1",
    group: development,
    title: "Model purpose and design",
    text: "It is clear what each model is for, and its design, its method and its variables suit that purpose.",
    sections: ["DEVELOPMENT_IMPLEMENTATION_USE"],
    rules: [
      { type: "DEPLOYMENT", strength: "strong", keys: ["intendedPurpose"] },
      {
        type: "TRAINING_STARTED",
        strength: "supporting",
        keys: ["baseModel", "featureSpecHash", "hyperparametersHash"],
      },
      { type: "INFERENCE", strength: "supporting", keys: ["purpose"] },
    ],
    document:
      "Events show the purpose for which the model was released and used; the reasons for its design are to be supplied by the model's owner.",
    counted: true,
  },
  {
    id: "3.2",
    group: development,
    title: "The use of data",
    text: "The data from which a model is developed suit its purpose, are of known quality and origin, and are used as law and ethics allow; where they fall short this is known and dealt with.",
    sections: ["DEVELOPMENT_IMPLEMENTATION_USE"],
    rules: [
      { type: "DATA_ACCESS", strength: "strong", keys: ["datasetId", "version", "purpose", "lawfulBasis"] },
      { type: "TRAINING_STARTED", strength: "strong", keys: ["datasets", "labelling", "cleaning"] },
    ],
    counted: true,
  },
  {
    id: "3.3",
    group: development,
    title: "Model development testing",
    text: "Before a model is used it is tested: whether it works as designed, how accurate, robust and stable it is, and under which conditions it fails.",
    sections: ["DEVELOPMENT_IMPLEMENTATION_USE"],
    rules: [
      {
        type: "TRAINING_COMPLETED",
        strength: "strong",
        keys: ["metrics", "testReport", "passed", "fairness", "thresholds"],
      },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["status", "artefactHash"] },
    ],
    counted: true,
  },
  {
    id: "3.4",
    group: development,
    title: "Model adjustments and expert judgement",
    text: "Where experts set or change what a model does, the adjustment has a stated reason, is recorded and can be challenged.",
    sections: ["DEVELOPMENT_IMPLEMENTATION_USE"],
    rules: [
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        keys: ["reason", "approvedBy"],
        saying: [...aboutThreshold, ...aboutAdjustment],
      },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["before", "after", "reason"] },
    ],
    counted: true,
  },
  {
    id: "3.5",
    group: development,
    title: "Model development documentation",
    text: "Documentation is detailed and current enough for a qualified third party to understand how the model works, where it is limited, and to build it again.",
    sections: ["DEVELOPMENT_IMPLEMENTATION_USE"],
    rules: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        keys: ["codeCommit", "datasets", "hyperparametersHash", "featureSpecHash", "environment"],
      },
      { type: "TRAINING_COMPLETED", strength: "strong", keys: ["testReport", "limitations", "artefactHash"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["artefactHash", "instructionsForUseVersion"] },
    ],
    document:
      "Events fix which code, data and settings a version was made from; the model documentation is to be supplied by the model's owner.",
    counted: true,
  },
  {
    id: "3.6",
    group: development,
    title: "Supporting systems",
    text: "The systems in which a model runs suit it, are tested and controlled, and are looked at again when they change.",
    sections: ["DEVELOPMENT_IMPLEMENTATION_USE"],
    rules: [
      { type: "DEPLOYMENT", strength: "strong", keys: ["environment", "endpoint", "artefactHash", "changeTicket"] },
      { type: "TRAINING_STARTED", strength: "supporting", keys: ["environment", "computeResources"] },
      { type: "INFERENCE", strength: "supporting", keys: ["latencyMs", "requestId", "inputSchemaVersion"] },
    ],
    counted: true,
  },
];

const validationRequirements: readonly Requirement[] = [
  {
    id: "4.1",
    group: validation,
    title: "The independent validation function",
    text: "There is a function that validates models independently of those who develop and own them, with the skills, the access and the authority to restrict a model's use.",
    sections: ["INDEPENDENT_VALIDATION"],
    rules: [
      {
        type: "HUMAN_REVIEW",
        strength: "strong",
        keys: [],
        saying: [{ key: "independentOfDevelopment", words: ["true", "yes"] }],
      },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: [], saying: isValidation },
    ],
    document:
      "Events show that independent reviewers acted; the mandate and the standing of the validation function are to be supplied by the firm.",
    counted: true,
  },
  {
    id: "4.2",
    group: validation,
    title: "Independent review",
    text: "Every model is reviewed by somebody who did not develop it: its concept, its data, its performance and its limits, before use and after changes.",
    sections: ["INDEPENDENT_VALIDATION"],
    rules: [
      {
        type: "HUMAN_REVIEW",
        strength: "strong",
        keys: [],
        saying: [...isValidation, { key: "independentOfDevelopment", words: ["true", "yes"] }],
      },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["testReport"] },
    ],
    counted: true,
  },
  {
    id: "4.3",
    group: validation,
    title: "Process verification",
    text: "It is verified that the model runs as intended: inputs are right and complete, the implementation is the one that was approved, results are used as reported.",
    sections: ["INDEPENDENT_VALIDATION"],
    rules: [
      { type: "HUMAN_REVIEW", strength: "strong", keys: ["evidenceRef"], saying: isValidation },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["subjectRef", "outcome"] },
      { type: "INFERENCE", strength: "supporting", keys: ["inputHash", "outputHash", "inputSchemaVersion"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["artefactHash", "testReport"] },
    ],
    counted: true,
  },
  {
    id: "4.4",
    group: validation,
    title: "Model performance monitoring",
    text: "Performance is measured while the model is in use, against limits that were set beforehand, and what is found is acted on.",
    sections: ["INDEPENDENT_VALIDATION"],
    rules: [
      { type: "ALERT", strength: "strong", keys: ["metric", "value", "threshold"] },
      { type: "ALERT", strength: "supporting", keys: [] },
      { type: "INFERENCE", strength: "supporting", keys: ["confidence", "decision", "latencyMs", "groupMetricKey"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["metrics", "thresholds"] },
    ],
    counted: true,
  },
  {
    id: "4.5",
    group: validation,
    title: "Periodic revalidation",
    text: "Models are validated again at intervals that fit their tier, and whenever a change or a finding asks for it.",
    sections: ["INDEPENDENT_VALIDATION"],
    rules: [
      { type: "HUMAN_REVIEW", strength: "strong", keys: ["nextReviewDue"] },
      { type: "HUMAN_REVIEW", strength: "strong", keys: [], saying: [{ key: "kind", words: ["REVALIDATION"] }] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: [], saying: isValidation },
    ],
    counted: true,
  },
];

const mitigantRequirements: readonly Requirement[] = [
  {
    id: "5.1",
    group: mitigants,
    title: "Process for applying post-model adjustments",
    text: "Adjustments of a model's results follow one process: documented, with reason and size, approved in proportion to their weight, reviewed, and removed when no longer needed.",
    sections: ["MODEL_RISK_MITIGANTS"],
    rules: [
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        keys: ["reason", "approvedBy", "before", "after", "expiresAt"],
        saying: aboutAdjustment,
      },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["reason", "approvedBy"], saying: aboutThreshold },
      {
        type: "HUMAN_REVIEW",
        strength: "supporting",
        keys: [],
        saying: [{ key: "outcome", words: ["OVERRIDDEN", "true"] }],
      },
    ],
    counted: true,
  },
  {
    id: "5.2",
    group: mitigants,
    title: "Restrictions on model use",
    text: "Where a model has significant shortcomings its use is limited or stopped until they are remedied, and the limit is watched.",
    sections: ["MODEL_RISK_MITIGANTS"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutRestriction },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: [], saying: aboutGuardrail },
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: ["resolution", "status"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: [], saying: [{ key: "outcome", words: ["STOPPED"] }] },
    ],
    counted: true,
  },
  {
    id: "5.3",
    group: mitigants,
    title: "Exceptions and escalations",
    text: "Use of a model outside the rules is an exception with an approver and an end; breaches of limits and failures are escalated to those who can act.",
    sections: ["MODEL_RISK_MITIGANTS"],
    rules: [
      {
        type: "SHADOW_AI_DETECTED",
        strength: "strong",
        keys: ["exceptionExpiresAt", "resolution", "decidedBy"],
      },
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: [] },
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutException },
      {
        type: "ALERT",
        strength: "strong",
        keys: ["acknowledgedAt", "resolvedAt", "correctiveAction", "authorityNotifiedAt"],
      },
      { type: "ALERT", strength: "supporting", keys: [] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: [], saying: [{ key: "outcome", words: ["ESCALATED"] }] },
    ],
    counted: true,
  },
];

/**
 * Supervisory Statement SS1/23 of the Prudential Regulation Authority: five principles with 23 sub-principles. It is the
 * PRA's, whatever the contract's name for it says.
 */
export const praSs123: Framework = {
  id: "FCA_SS1_23",
  name: "PRA SS1/23: Model risk management principles for banks",
  shortName: "PRA SS1/23",
  issuer: "Prudential Regulation Authority, Bank of England",
  edition: "Supervisory Statement SS1/23, published on 17 May 2023 with Policy Statement PS6/23",
  mappingVersion: "2026-11-20",
  countedAs: "sub-principles",
  statement:
    "SS1/23 states what the PRA expects of model risk management in UK-incorporated banks, building societies and PRA-designated investment firms that have approval to use internal models; other firms may follow it of their own accord. This package shows how the recorded events of one model align with its principles. It does not judge a firm's model risk management, which also rests on documents, people and decisions that no event records.",
  sections,
  requirements: [
    ...identificationRequirements,
    ...governanceRequirements,
    ...developmentRequirements,
    ...validationRequirements,
    ...mitigantRequirements,
  ],
  keyNames,
};
