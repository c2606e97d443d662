import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import {
  aboutAdjustment,
  aboutException,
  aboutGuardrail,
  aboutOwner,
  aboutPolicy,
  aboutRestriction,
  aboutThreshold,
  aboutTier,
  group,
  requirement,
  said,
  section,
  strong,
  supporting,
} from "@/lib/domains/evidence/frameworks/rows";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";

const sections = [
  section("MODEL_IDENTIFICATION_CLASSIFICATION", "Model identification and model risk classification", {
    summary:
      "Whether everything that is a model is known as one, stands in the inventory, and has a tier that says how much scrutiny it gets.",
    reference: "Principle 1 (1.1 to 1.3)",
    strong: {
      SHADOW_AI_DETECTED:
        "Whether the inventory is complete: use of models that are not registered, and what became of it.",
      DEPLOYMENT: "Models and versions in use, with their purpose and tier, to be held against the inventory.",
    },
    supporting: {
      CONFIG_CHANGE: "Changes of the tier, with reason and approval.",
    },
  }),
  section("GOVERNANCE", "Governance", {
    summary:
      "Who owns the model and who approved what: accountability as it shows in acts. What boards, policies and audits have to say stands in documents.",
    reference: "Principle 2 (2.1 to 2.6)",
    strong: {
      CONFIG_CHANGE: "Changes of owner, approver or policy, and for every change who made it and who approved it.",
    },
    supporting: {
      HUMAN_REVIEW: "In which role people acted, and whether reviewers were independent of development.",
      SHADOW_AI_DETECTED: "Models of third parties that came into use without having been taken on.",
    },
  }),
  section("DEVELOPMENT_IMPLEMENTATION_USE", "Model development, implementation and use", {
    summary:
      "What the model is for, what it was built from, how it was tested and brought into use, and how it is used.",
    reference: "Principle 3 (3.1 to 3.6)",
    strong: {
      TRAINING_STARTED: "Data, code and settings of each training run, and who began it.",
      TRAINING_COMPLETED: "Tests and their results, per version, with reports.",
      DATA_ACCESS: "Which data were used, for what purpose and on what basis.",
      DEPLOYMENT: "How a version was brought into use: approval, change control, environment, purpose.",
      CONFIG_CHANGE: "Adjustments in operation with value before and after, reason and approval.",
    },
    supporting: {
      INFERENCE: "Use of the model: versions, purposes, volume, latency.",
    },
  }),
  section("INDEPENDENT_VALIDATION", "Independent model validation", {
    summary:
      "Whether somebody other than the developers examined the model, how it performed over time, and when the next examination is due.",
    reference: "Principle 4 (4.1 to 4.5)",
    strong: {
      HUMAN_REVIEW:
        "Validations and reviews: by whom, whether independent, with what outcome, and when the next is due.",
      ALERT: "What monitoring measured against which limit, and what followed.",
    },
    supporting: {
      TRAINING_COMPLETED: "Results that a validation can be held against.",
      INFERENCE: "Outputs in use, from which performance is computed.",
    },
  }),
  section("MODEL_RISK_MITIGANTS", "Model risk mitigants", {
    summary:
      "What is done where a model falls short: adjustments to its results, restrictions of its use, exceptions and their escalation.",
    reference: "Principle 5 (5.1 to 5.3)",
    strong: {
      CONFIG_CHANGE: "Adjustments and restrictions with reason, approval and expiry.",
      ALERT: "Limits that were passed, and how that was escalated and ended.",
      SHADOW_AI_DETECTED: "Use without approval, and exceptions with their approver and end.",
    },
    supporting: {
      HUMAN_REVIEW: "Outputs that people overrode, stopped or escalated.",
    },
  }),
];

/** Reviews that examine the model itself, not one of its outputs. */
const isValidation = said({ kind: ["VALIDATION", "REVALIDATION", "MODEL_VALIDATION", "INDEPENDENT_REVIEW"] });
const isIndependent = said({ independentOfDevelopment: ["true", "yes"] });

const requirements = [
  ...group("1 Model identification and model risk classification", "MODEL_IDENTIFICATION_CLASSIFICATION", [
    requirement("1.1", "Model definition", {
      text: "The firm has one definition of what counts as a model, applied everywhere, so that material methods that do not meet it are looked at too.",
      rules: [
        supporting("SHADOW_AI_DETECTED", "status resolution category"),
        supporting("DEPLOYMENT", "intendedPurpose"),
      ],
      document:
        "Events show to what the definition was applied; the firm's definition of a model is to be supplied by the firm.",
    }),
    requirement("1.2", "Model inventory", {
      text: "The firm keeps a complete and current inventory of its models, from which the sources of model risk and the state of each model can be told.",
      rules: [
        strong("SHADOW_AI_DETECTED", "provider endpointHost status resolution linkedModelId"),
        strong("DEPLOYMENT", "modelVersion intendedPurpose tier"),
        supporting("DEPLOYMENT", "environment artefactHash"),
      ],
    }),
    requirement("1.3", "Model tiering", {
      text: "Each model is given a tier by its materiality and complexity, and the tier decides how closely it is managed; tiers are looked at again.",
      rules: [strong("DEPLOYMENT", "tier"), supporting("CONFIG_CHANGE", "", aboutTier)],
      document:
        "Events show which tier was given and changed; the tiering approach and the assessment behind the tier are to be supplied by the firm.",
    }),
  ]),
  ...group("2 Governance", "GOVERNANCE", [
    requirement("2.1", "Board of directors' responsibilities", {
      text: "The board sets up the framework for model risk management, approves the appetite for model risk, and is told regularly how the firm stands against it.",
      rules: [supporting("CONFIG_CHANGE", "", said({ approvedBy: ["board*"] }))],
      document:
        "The approval of the framework, the appetite for model risk and the reports to the board are to be supplied by the firm.",
    }),
    requirement("2.2", "SMF accountability for the MRM framework", {
      text: "A senior manager is accountable for the framework, its implementation and its upkeep.",
      rules: [strong("CONFIG_CHANGE", "", aboutOwner)],
      document:
        "Events show who was made owner or approver of the model; the statement of responsibilities that names the accountable senior manager is to be supplied by the firm.",
    }),
    requirement("2.3", "Policies and procedures", {
      text: "Policies and procedures put the framework into practice for every model, and are reviewed.",
      rules: [strong("CONFIG_CHANGE", "", aboutPolicy)],
      document:
        "Events show when policies that act on the model were changed; the policies and procedures are to be supplied by the firm.",
    }),
    requirement("2.4", "Roles and responsibilities", {
      text: "For each stage of a model's life it is laid down who owns, develops, uses, validates and controls it, with the skills and the standing to do so, and with duties kept apart.",
      rules: [
        strong("CONFIG_CHANGE", "approvedBy changedBy"),
        strong("CONFIG_CHANGE", "", aboutOwner),
        supporting("HUMAN_REVIEW", "reviewerRole independentOfDevelopment"),
      ],
      document:
        "Events show who acted and who approved; the description of roles and responsibilities is to be supplied by the firm.",
    }),
    requirement("2.5", "Internal audit", {
      text: "Internal audit examines regularly whether the framework is sound and is followed, independently of those who work with models.",
      rules: [
        supporting(
          "HUMAN_REVIEW",
          "",
          said({ kind: ["AUDIT", "INTERNAL_AUDIT"], reviewerRole: ["*audit", "*auditor"] }),
        ),
      ],
      document: "The plans and reports of internal audit on model risk management are to be supplied by the firm.",
    }),
    requirement("2.6", "Use of externally developed models, third-party vendor products", {
      text: "Models and products of third parties are held to the same standards as the firm's own: understood, validated for the firm's use, and managed also where the vendor discloses little.",
      rules: [
        supporting("SHADOW_AI_DETECTED", "provider endpointHost"),
        supporting(
          "CONFIG_CHANGE",
          "",
          said({
            field: ["*provider", "*vendor", "*supplier", "allowedEndpoints", "*allowlist"],
            kind: ["ALLOWLIST", "VENDOR", "PROVIDER", "SUPPLIER"],
          }),
        ),
      ],
      document:
        "The due diligence on the vendor, the contract and the validation of the product for the firm's use are to be supplied by the firm.",
    }),
  ]),
  ...group("3 Model development, implementation, and use", "DEVELOPMENT_IMPLEMENTATION_USE", [
    requirement("3.1", "Model purpose and design", {
      text: "It is clear what each model is for, and its design, its method and its variables suit that purpose.",
      rules: [
        strong("DEPLOYMENT", "intendedPurpose"),
        supporting("TRAINING_STARTED", "baseModel featureSpecHash hyperparametersHash"),
        supporting("INFERENCE", "purpose"),
      ],
      document:
        "Events show the purpose for which the model was released and used; the reasons for its design are to be supplied by the model's owner.",
    }),
    requirement("3.2", "The use of data", {
      text: "The data from which a model is developed suit its purpose, are of known quality and origin, and are used as law and ethics allow; where they fall short this is known and dealt with.",
      rules: [
        strong("DATA_ACCESS", "datasetId version purpose lawfulBasis"),
        strong("TRAINING_STARTED", "datasets labelling cleaning"),
      ],
    }),
    requirement("3.3", "Model development testing", {
      text: "Before a model is used it is tested: whether it works as designed, how accurate, robust and stable it is, and under which conditions it fails.",
      rules: [
        strong("TRAINING_COMPLETED", "metrics testReport passed fairness thresholds"),
        supporting("TRAINING_COMPLETED", "status artefactHash"),
      ],
    }),
    requirement("3.4", "Model adjustments and expert judgement", {
      text: "Where experts set or change what a model does, the adjustment has a stated reason, is recorded and can be challenged.",
      rules: [
        strong("CONFIG_CHANGE", "reason approvedBy", [...aboutThreshold, ...aboutAdjustment]),
        supporting("CONFIG_CHANGE", "before after reason"),
      ],
    }),
    requirement("3.5", "Model development documentation", {
      text: "Documentation is detailed and current enough for a qualified third party to understand how the model works, where it is limited, and to build it again.",
      rules: [
        strong("TRAINING_STARTED", "codeCommit datasets hyperparametersHash featureSpecHash environment"),
        strong("TRAINING_COMPLETED", "testReport limitations artefactHash"),
        supporting("DEPLOYMENT", "artefactHash instructionsForUseVersion"),
      ],
      document:
        "Events fix which code, data and settings a version was made from; the model documentation is to be supplied by the model's owner.",
    }),
    requirement("3.6", "Supporting systems", {
      text: "The systems in which a model runs suit it, are tested and controlled, and are looked at again when they change.",
      rules: [
        strong("DEPLOYMENT", "environment endpoint artefactHash changeTicket"),
        supporting("TRAINING_STARTED", "environment computeResources"),
        supporting("INFERENCE", "latencyMs requestId inputSchemaVersion"),
      ],
    }),
  ]),
  ...group("4 Independent model validation", "INDEPENDENT_VALIDATION", [
    requirement("4.1", "The independent validation function", {
      text: "There is a function that validates models independently of those who develop and own them, with the skills, the access and the authority to restrict a model's use.",
      rules: [strong("HUMAN_REVIEW", "", isIndependent), supporting("HUMAN_REVIEW", "", isValidation)],
      document:
        "Events show that independent reviewers acted; the mandate and the standing of the validation function are to be supplied by the firm.",
    }),
    requirement("4.2", "Independent review", {
      text: "Every model is reviewed by somebody who did not develop it: its concept, its data, its performance and its limits, before use and after changes.",
      rules: [
        strong("HUMAN_REVIEW", "", [...isValidation, ...isIndependent]),
        supporting("TRAINING_COMPLETED", "testReport"),
      ],
    }),
    requirement("4.3", "Process verification", {
      text: "It is verified that the model runs as intended: inputs are right and complete, the implementation is the one that was approved, results are used as reported.",
      rules: [
        strong("HUMAN_REVIEW", "evidenceRef", isValidation),
        supporting("HUMAN_REVIEW", "subjectRef outcome"),
        supporting("INFERENCE", "inputHash outputHash inputSchemaVersion"),
        supporting("TRAINING_COMPLETED", "artefactHash testReport"),
      ],
    }),
    requirement("4.4", "Model performance monitoring", {
      text: "Performance is measured while the model is in use, against limits that were set beforehand, and what is found is acted on.",
      rules: [
        strong("ALERT", "metric value threshold"),
        supporting("ALERT"),
        supporting("INFERENCE", "confidence decision latencyMs groupMetricKey"),
        supporting("TRAINING_COMPLETED", "metrics thresholds"),
      ],
    }),
    requirement("4.5", "Periodic revalidation", {
      text: "Models are validated again at intervals that fit their tier, and whenever a change or a finding asks for it.",
      rules: [
        strong("HUMAN_REVIEW", "nextReviewDue"),
        strong("HUMAN_REVIEW", "", said({ kind: ["REVALIDATION"] })),
        supporting("HUMAN_REVIEW", "", isValidation),
      ],
    }),
  ]),
  ...group("5 Model risk mitigants", "MODEL_RISK_MITIGANTS", [
    requirement("5.1", "Process for applying post-model adjustments", {
      text: "Adjustments of a model's results follow one process: documented, with reason and size, approved in proportion to their weight, reviewed, and removed when no longer needed.",
      rules: [
        strong("CONFIG_CHANGE", "reason approvedBy before after expiresAt", aboutAdjustment),
        supporting("CONFIG_CHANGE", "reason approvedBy", aboutThreshold),
        supporting("HUMAN_REVIEW", "", said({ outcome: ["OVERRIDDEN", "true"] })),
      ],
    }),
    requirement("5.2", "Restrictions on model use", {
      text: "Where a model has significant shortcomings its use is limited or stopped until they are remedied, and the limit is watched.",
      rules: [
        strong("CONFIG_CHANGE", "", aboutRestriction),
        supporting("CONFIG_CHANGE", "", aboutGuardrail),
        supporting("SHADOW_AI_DETECTED", "resolution status"),
        supporting("HUMAN_REVIEW", "", said({ outcome: ["STOPPED"] })),
      ],
    }),
    requirement("5.3", "Exceptions and escalations", {
      text: "Use of a model outside the rules is an exception with an approver and an end; breaches of limits and failures are escalated to those who can act.",
      rules: [
        strong("SHADOW_AI_DETECTED", "exceptionExpiresAt resolution decidedBy"),
        supporting("SHADOW_AI_DETECTED"),
        strong("CONFIG_CHANGE", "", aboutException),
        strong("ALERT", "acknowledgedAt resolvedAt correctiveAction authorityNotifiedAt"),
        supporting("ALERT"),
        supporting("HUMAN_REVIEW", "", said({ outcome: ["ESCALATED"] })),
      ],
    }),
  ]),
];

/**
 * PRA Supervisory Statement SS1/23: five principles, 23 sub-principles. The ID names the FCA, as the specification
 * does.
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
  requirements: requirements,
  keyNames,
};
