import { eventTypes } from "@/lib/domains/audit-chain/enums";
import type { Requirement } from "@/lib/domains/evidence/frameworks/types";
import {
  aboutCorrection,
  aboutOwner,
  aboutPolicy,
  aboutProvider,
  aboutRestriction,
} from "@/lib/domains/evidence/frameworks/types";

const policies: readonly Requirement[] = [
  {
    id: "A.2.2",
    group: "A.2 Policies related to AI",
    title: "AI policy",
    text: "There is a documented policy for developing or using AI systems.",
    sections: ["LEADERSHIP_POLICY_ROLES"],
    rules: [{ type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutPolicy }],
    document:
      "Events show when policies that act on the model were changed; the AI policy is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.2.3",
    group: "A.2 Policies related to AI",
    title: "Alignment with other organizational policies",
    text: "It is known where other policies of the organisation, such as those on security, privacy or quality, bear on AI and where AI bears on them.",
    sections: ["LEADERSHIP_POLICY_ROLES"],
    rules: [],
    document:
      "No event shows this: the comparison of the AI policy with other policies is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.2.4",
    group: "A.2 Policies related to AI",
    title: "Review of the AI policy",
    text: "The policy is looked at again at planned intervals, and when there is a reason to.",
    sections: ["LEADERSHIP_POLICY_ROLES"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "strong", keys: ["reason", "approvedBy"], saying: aboutPolicy },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: [], saying: [{ key: "kind", words: ["POLICY*"] }] },
    ],
    document: "The records of the policy's reviews are to be supplied by the organisation.",
    counted: true,
  },
];

const organization: readonly Requirement[] = [
  {
    id: "A.3.2",
    group: "A.3 Internal organization",
    title: "AI roles and responsibilities",
    text: "Roles and responsibilities for AI are laid down and given to people, according to what the organisation needs.",
    sections: ["LEADERSHIP_POLICY_ROLES"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutOwner },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["approvedBy", "changedBy"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["reviewerRole"] },
    ],
    document:
      "Events show who was made owner, who approved and in which role people reviewed; the description of roles is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.3.3",
    group: "A.3 Internal organization",
    title: "Reporting of concerns",
    text: "There is a way to report concerns about the organisation's part in an AI system, at any time in its life, with protection for whoever uses it.",
    sections: ["LEADERSHIP_POLICY_ROLES"],
    rules: [
      {
        type: "HUMAN_REVIEW",
        strength: "supporting",
        keys: [],
        saying: [
          { key: "outcome", words: ["ESCALATED"] },
          { key: "kind", words: ["APPEAL", "CONCERN", "COMPLAINT"] },
        ],
      },
    ],
    document:
      "Events show concerns that were raised about outputs; the procedure for reporting them is to be supplied by the organisation.",
    counted: true,
  },
];

const resources: readonly Requirement[] = [
  {
    id: "A.4.2",
    group: "A.4 Resources for AI systems",
    title: "Resource documentation",
    text: "What is needed for each stage of the system's life is identified and written down.",
    sections: ["RESOURCES"],
    rules: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        keys: ["datasets", "baseModel", "computeResources", "environment", "codeCommit"],
      },
      { type: "DEPLOYMENT", strength: "strong", keys: ["artefactHash", "environment", "endpoint"] },
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: ["provider", "endpointHost"] },
    ],
    counted: true,
  },
  {
    id: "A.4.3",
    group: "A.4 Resources for AI systems",
    title: "Data",
    text: "The data that the system uses are documented as a resource: which they are, where they come from, and what they are used for.",
    sections: ["RESOURCES"],
    rules: [{ type: "TRAINING_STARTED", strength: "strong", keys: ["datasets"] }],
    counted: true,
  },
  {
    id: "A.4.4",
    group: "A.4 Resources for AI systems",
    title: "Tooling",
    text: "The tools with which the system is built and run are documented: algorithms, frameworks, models of others, means of optimising and evaluating.",
    sections: ["RESOURCES"],
    rules: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        keys: ["baseModel", "codeCommit", "hyperparametersHash", "environment"],
      },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["artefactHash"] },
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: ["provider", "endpointHost"] },
    ],
    counted: true,
  },
  {
    id: "A.4.5",
    group: "A.4 Resources for AI systems",
    title: "System and computing",
    text: "The systems and the computing power on which the system is developed and runs are documented.",
    sections: ["RESOURCES"],
    rules: [
      { type: "TRAINING_STARTED", strength: "strong", keys: ["computeResources", "environment"] },
      { type: "DEPLOYMENT", strength: "strong", keys: ["environment", "endpoint"] },
    ],
    counted: true,
  },
  {
    id: "A.4.6",
    group: "A.4 Resources for AI systems",
    title: "Human resources",
    text: "It is documented which people, with which competences, develop, operate, change and retire the system.",
    sections: ["RESOURCES"],
    rules: [
      { type: "TRAINING_STARTED", strength: "supporting", keys: ["initiatedBy"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["approvedBy"] },
    ],
    document: "Events show who acted; the competences of these people are to be shown by the organisation.",
    counted: true,
  },
];

const impacts: readonly Requirement[] = [
  {
    id: "A.5.2",
    group: "A.5 Assessing impacts of AI systems",
    title: "Impact assessment process",
    text: "There is a process by which the effects of a system on people and on society are assessed through its life, with occasions that call for it.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: [
      { type: "HUMAN_REVIEW", strength: "strong", keys: [], saying: [{ key: "kind", words: ["*IMPACT*"] }] },
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: ["riskFactors", "severity", "resolution"] },
      { type: "ALERT", strength: "supporting", keys: ["rootCause", "correctiveAction"] },
    ],
    document: "The description of the impact assessment process is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.5.3",
    group: "A.5 Assessing impacts of AI systems",
    title: "Documentation of assessments",
    text: "The results of impact assessments are written down and kept for as long as has been laid down.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: [
      {
        type: "HUMAN_REVIEW",
        strength: "strong",
        keys: ["evidenceRef"],
        saying: [{ key: "kind", words: ["*IMPACT*"] }],
      },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["evidenceRef"] },
    ],
    document: "The documented assessments are to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.5.4",
    group: "A.5 Assessing impacts of AI systems",
    title: "Impact on individuals or groups",
    text: "It is assessed and documented what the system may do to single persons and to groups, such as how fairly, safely and openly it treats them.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: [
      {
        type: "ALERT",
        strength: "strong",
        keys: [],
        saying: [{ key: "category", words: ["BIAS", "*FAIRNESS*", "DISCRIMINATION"] }],
      },
      { type: "ALERT", strength: "supporting", keys: ["seriousIncident"] },
      { type: "HUMAN_REVIEW", strength: "strong", keys: [], saying: [{ key: "kind", words: ["APPEAL", "*IMPACT*"] }] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
    ],
    document: "The assessment of effects on individuals and groups is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.5.5",
    group: "A.5 Assessing impacts of AI systems",
    title: "Societal impacts",
    text: "It is assessed and documented what the system may do to society, for example to the environment, the economy or public life.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: [],
    document: "No event shows this: the assessment of societal impacts is to be supplied by the organisation.",
    counted: true,
  },
];

const lifeCycle: readonly Requirement[] = [
  {
    id: "A.6.1.2",
    group: "A.6 AI system life cycle",
    title: "Objectives for responsible development",
    text: "Objectives for developing AI responsibly are set, and measures that serve them are built into development.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [{ type: "TRAINING_COMPLETED", strength: "supporting", keys: ["fairness", "thresholds", "passed"] }],
    document:
      "Events show tests that serve such objectives; the objectives themselves are to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.6.1.3",
    group: "A.6 AI system life cycle",
    title: "Processes for responsible design and development",
    text: "The processes of design and development are laid down: stages, tests, oversight, approvals, the handling of changes.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      { type: "DEPLOYMENT", strength: "strong", keys: ["approvedBy", "changeTicket"] },
      {
        type: "HUMAN_REVIEW",
        strength: "strong",
        keys: [],
        saying: [{ key: "kind", words: ["APPROVAL", "VALIDATION"] }],
      },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["passed", "testReport"] },
    ],
    document:
      "Events show that steps of the process were taken; its description is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.6.2.2",
    group: "A.6 AI system life cycle",
    title: "Requirements and specification",
    text: "Requirements for a new system, or for a change that matters, are specified and documented.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      { type: "DEPLOYMENT", strength: "supporting", keys: ["intendedPurpose", "changeTicket"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["thresholds"] },
    ],
    document: "The specification of requirements is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.6.2.3",
    group: "A.6 AI system life cycle",
    title: "Documentation of design and development",
    text: "Design and development are documented, in line with objectives, requirements and specification.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        keys: ["codeCommit", "baseModel", "featureSpecHash", "hyperparametersHash", "datasets"],
      },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["artefactHash", "limitations"] },
    ],
    document:
      "Events fix what a version was made from; the design documentation is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.6.2.4",
    group: "A.6 AI system life cycle",
    title: "Verification and validation",
    text: "Measures by which the system is verified and validated are laid down, with criteria for their use, and carried out.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      {
        type: "TRAINING_COMPLETED",
        strength: "strong",
        keys: ["metrics", "thresholds", "passed", "testReport", "fairness"],
      },
      {
        type: "HUMAN_REVIEW",
        strength: "strong",
        keys: [],
        saying: [{ key: "kind", words: ["*VALIDATION"] }],
      },
    ],
    counted: true,
  },
  {
    id: "A.6.2.5",
    group: "A.6 AI system life cycle",
    title: "Deployment",
    text: "There is a plan for deployment, and what has to be met is met before a version goes into use.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      { type: "DEPLOYMENT", strength: "strong", keys: ["approvedBy", "changeTicket", "modelVersion", "artefactHash"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: [] },
    ],
    counted: true,
  },
  {
    id: "A.6.2.6",
    group: "A.6 AI system life cycle",
    title: "Operation and monitoring",
    text: "It is laid down what ongoing operation needs, at least monitoring of system and performance, repair, updates and support, and it is done.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      {
        type: "INFERENCE",
        strength: "strong",
        keys: ["confidence", "decision", "latencyMs", "modelVersion", "outputHash"],
      },
      { type: "ALERT", strength: "strong", keys: [] },
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutCorrection },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["reason", "before", "after"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["previousVersion", "rollbackOf"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
    ],
    counted: true,
  },
  {
    id: "A.6.2.7",
    group: "A.6 AI system life cycle",
    title: "Technical documentation",
    text: "It is determined which technical documentation each kind of interested party needs, and they are given it.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      { type: "DEPLOYMENT", strength: "supporting", keys: ["instructionsForUseVersion", "intendedPurpose"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["testReport", "limitations"] },
    ],
    document: "The technical documentation is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.6.2.8",
    group: "A.6 AI system life cycle",
    title: "Recording of event logs",
    text: "It is determined in which stages of the system's life events are logged, at least while it is in use. The audit chain is this log: events that are sent for the model are recorded in it in order, so that a later change shows.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: eventTypes.map((type) => ({ type, strength: "strong", keys: [] })),
    counted: true,
  },
];

const data: readonly Requirement[] = [
  {
    id: "A.7.2",
    group: "A.7 Data for AI systems",
    title: "Data for development and enhancement",
    text: "Processes for managing the data with which systems are developed are laid down, documented and followed.",
    sections: ["DATA_FOR_AI_SYSTEMS"],
    rules: [
      { type: "TRAINING_STARTED", strength: "strong", keys: ["datasets", "featureSpecHash"] },
      { type: "DATA_ACCESS", strength: "strong", keys: ["version", "classification", "retentionUntil"] },
      { type: "DATA_ACCESS", strength: "supporting", keys: ["datasetId", "purpose"] },
    ],
    counted: true,
  },
  {
    id: "A.7.3",
    group: "A.7 Data for AI systems",
    title: "Acquisition",
    text: "It is determined and documented how data were acquired and why they were chosen: kinds, amounts, sources, rights, earlier uses.",
    sections: ["DATA_FOR_AI_SYSTEMS"],
    rules: [
      { type: "DATA_ACCESS", strength: "strong", keys: ["lawfulBasis"] },
      { type: "DATA_ACCESS", strength: "supporting", keys: ["datasetId", "purpose", "rows"] },
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        keys: ["datasets.provenance", "datasets.lawfulBasis", "datasets.rows"],
      },
    ],
    counted: true,
  },
  {
    id: "A.7.4",
    group: "A.7 Data for AI systems",
    title: "Quality",
    text: "What quality data must have is laid down, and it is made sure that data used for development and operation have it.",
    sections: ["DATA_FOR_AI_SYSTEMS"],
    rules: [
      { type: "TRAINING_STARTED", strength: "strong", keys: ["cleaning", "labelling", "datasets.quality"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["fairness", "metrics", "limitations"] },
      { type: "DATA_ACCESS", strength: "supporting", keys: ["classification", "version"] },
    ],
    counted: true,
  },
  {
    id: "A.7.5",
    group: "A.7 Data for AI systems",
    title: "Provenance",
    text: "There is a process by which the origin of data, and what was done to them since, is recorded through the life of data and system.",
    sections: ["DATA_FOR_AI_SYSTEMS"],
    rules: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        keys: ["datasets.provenance", "datasets.hash", "datasets.version"],
      },
      { type: "TRAINING_STARTED", strength: "supporting", keys: ["datasets"] },
      { type: "DATA_ACCESS", strength: "supporting", keys: ["datasetId", "version"] },
    ],
    counted: true,
  },
  {
    id: "A.7.6",
    group: "A.7 Data for AI systems",
    title: "Preparation",
    text: "Criteria for choosing how data are prepared are laid down, and it is documented which methods were used.",
    sections: ["DATA_FOR_AI_SYSTEMS"],
    rules: [
      { type: "TRAINING_STARTED", strength: "strong", keys: ["cleaning", "labelling", "featureSpecHash"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["limitations"] },
    ],
    counted: true,
  },
];

const information: readonly Requirement[] = [
  {
    id: "A.8.2",
    group: "A.8 Information for interested parties",
    title: "System documentation and information for users",
    text: "Users are given what they need to know: that they deal with AI, what it is for, how to use and override it, and where its limits are.",
    sections: ["INFORMATION_FOR_INTERESTED_PARTIES"],
    rules: [
      { type: "DEPLOYMENT", strength: "strong", keys: ["instructionsForUseVersion"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["intendedPurpose"] },
    ],
    document:
      "Events show which version of the information was in force; the information itself is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.8.3",
    group: "A.8 Information for interested parties",
    title: "External reporting",
    text: "Interested parties can report adverse effects of the system to the organisation.",
    sections: ["INFORMATION_FOR_INTERESTED_PARTIES"],
    rules: [
      {
        type: "ALERT",
        strength: "supporting",
        keys: [],
        saying: [{ key: "category", words: ["INCIDENT", "COMPLAINT", "*REPORT"] }],
      },
    ],
    document:
      "Events show incidents that were taken up; the channel by which outsiders report them is to be shown by the organisation.",
    counted: true,
  },
  {
    id: "A.8.4",
    group: "A.8 Information for interested parties",
    title: "Communication of incidents",
    text: "There is a plan for telling users of incidents, and it is followed.",
    sections: ["INFORMATION_FOR_INTERESTED_PARTIES"],
    rules: [
      { type: "ALERT", strength: "strong", keys: ["authorityNotifiedAt", "seriousIncident"] },
      {
        type: "ALERT",
        strength: "supporting",
        keys: ["acknowledgedAt", "resolvedAt", "correctiveAction"],
      },
    ],
    document: "The plan for communicating incidents is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.8.5",
    group: "A.8 Information for interested parties",
    title: "Information for interested parties",
    text: "It is known which duties to inform others about the system there are, and they are met.",
    sections: ["INFORMATION_FOR_INTERESTED_PARTIES"],
    rules: [
      { type: "ALERT", strength: "supporting", keys: ["authorityNotifiedAt"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["instructionsForUseVersion", "conformityDeclarationRef"] },
    ],
    document: "The list of duties to inform, and how they are met, are to be supplied by the organisation.",
    counted: true,
  },
];

const use: readonly Requirement[] = [
  {
    id: "A.9.2",
    group: "A.9 Use of AI systems",
    title: "Processes for responsible use",
    text: "The processes for using AI systems responsibly are laid down, documented and followed.",
    sections: ["RESPONSIBLE_USE"],
    rules: [
      { type: "HUMAN_REVIEW", strength: "strong", keys: ["outcome", "kind"] },
      { type: "SHADOW_AI_DETECTED", strength: "strong", keys: ["resolution", "status"] },
      { type: "INFERENCE", strength: "supporting", keys: ["policyVersion", "automated", "reviewed"] },
    ],
    document: "Events show oversight and decisions on use; the processes are to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.9.3",
    group: "A.9 Use of AI systems",
    title: "Objectives for responsible use",
    text: "Objectives that guide responsible use, such as fairness, safety, privacy or accountability, are set and documented.",
    sections: ["RESPONSIBLE_USE"],
    rules: [
      { type: "INFERENCE", strength: "supporting", keys: ["explanationRef", "groupMetricKey", "policyVersion"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["reason"] },
    ],
    document: "The objectives for responsible use are to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.9.4",
    group: "A.9 Use of AI systems",
    title: "Intended use",
    text: "It is made sure that the system is used as intended and as its documentation says.",
    sections: ["RESPONSIBLE_USE"],
    rules: [
      { type: "INFERENCE", strength: "strong", keys: ["purpose", "policyVersion"] },
      { type: "INFERENCE", strength: "supporting", keys: ["modelVersion", "decision"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
      { type: "SHADOW_AI_DETECTED", strength: "strong", keys: ["provider", "endpointHost", "resolution"] },
    ],
    counted: true,
  },
];

const thirdParties: readonly Requirement[] = [
  {
    id: "A.10.2",
    group: "A.10 Third-party and customer relationships",
    title: "Allocating responsibilities",
    text: "Through the system's life it is settled who is responsible for what among the organisation, its partners, suppliers, customers and others.",
    sections: ["THIRD_PARTY_RELATIONSHIPS"],
    rules: [
      { type: "DEPLOYMENT", strength: "supporting", keys: ["provider", "approvedBy"] },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: [], saying: [...aboutOwner, ...aboutProvider] },
    ],
    document: "Agreements that allocate responsibilities are to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.10.3",
    group: "A.10 Third-party and customer relationships",
    title: "Suppliers",
    text: "It is made sure that what suppliers provide agrees with how the organisation develops and uses AI.",
    sections: ["THIRD_PARTY_RELATIONSHIPS"],
    rules: [
      { type: "SHADOW_AI_DETECTED", strength: "strong", keys: ["provider", "endpointHost", "resolution"] },
      { type: "DEPLOYMENT", strength: "strong", keys: ["provider"] },
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: [...aboutProvider, ...aboutRestriction] },
    ],
    document: "The assessment of suppliers is to be supplied by the organisation.",
    counted: true,
  },
  {
    id: "A.10.4",
    group: "A.10 Third-party and customer relationships",
    title: "Customers",
    text: "What customers expect and need is taken into account in how the organisation develops and uses AI.",
    sections: ["THIRD_PARTY_RELATIONSHIPS"],
    rules: [{ type: "DEPLOYMENT", strength: "supporting", keys: ["intendedPurpose", "instructionsForUseVersion"] }],
    document: "What customers were promised and told is to be supplied by the organisation.",
    counted: true,
  },
];

/** The controls of Annex A: 3 + 2 + 5 + 4 + 9 + 5 + 4 + 3 + 3 = 38. */
export const controls: readonly Requirement[] = [
  ...policies,
  ...organization,
  ...resources,
  ...impacts,
  ...lifeCycle,
  ...data,
  ...information,
  ...use,
  ...thirdParties,
];
