import { eventTypes } from "@/lib/domains/audit-chain/enums";
import {
  aboutCorrection,
  aboutOwner,
  aboutPolicy,
  aboutProvider,
  aboutRestriction,
  group,
  requirement,
  said,
  strong,
  supporting,
} from "@/lib/domains/evidence/frameworks/rows";

/** The controls of Annex A. */
export const controls = [
  ...group("A.2 Policies related to AI", "LEADERSHIP_POLICY_ROLES", [
    requirement("A.2.2", "AI policy", {
      text: "There is a documented policy for developing or using AI systems.",
      rules: [strong("CONFIG_CHANGE", "", aboutPolicy)],
      document:
        "Events show when policies that act on the model were changed; the AI policy is to be supplied by the organisation.",
    }),
    requirement("A.2.3", "Alignment with other organizational policies", {
      text: "It is known where other policies of the organisation, such as those on security, privacy or quality, bear on AI and where AI bears on them.",
      document:
        "No event shows this: the comparison of the AI policy with other policies is to be supplied by the organisation.",
    }),
    requirement("A.2.4", "Review of the AI policy", {
      text: "The policy is looked at again at planned intervals, and when there is a reason to.",
      rules: [
        strong("CONFIG_CHANGE", "reason approvedBy", aboutPolicy),
        supporting("HUMAN_REVIEW", "", said({ kind: ["POLICY*"] })),
      ],
      document: "The records of the policy's reviews are to be supplied by the organisation.",
    }),
  ]),
  ...group("A.3 Internal organization", "LEADERSHIP_POLICY_ROLES", [
    requirement("A.3.2", "AI roles and responsibilities", {
      text: "Roles and responsibilities for AI are laid down and given to people, according to what the organisation needs.",
      rules: [
        strong("CONFIG_CHANGE", "", aboutOwner),
        supporting("CONFIG_CHANGE", "approvedBy changedBy"),
        supporting("HUMAN_REVIEW", "reviewerRole"),
      ],
      document:
        "Events show who was made owner, who approved and in which role people reviewed; the description of roles is to be supplied by the organisation.",
    }),
    requirement("A.3.3", "Reporting of concerns", {
      text: "There is a way to report concerns about the organisation's part in an AI system, at any time in its life, with protection for whoever uses it.",
      rules: [
        supporting("HUMAN_REVIEW", "", said({ outcome: ["ESCALATED"], kind: ["APPEAL", "CONCERN", "COMPLAINT"] })),
      ],
      document:
        "Events show concerns that were raised about outputs; the procedure for reporting them is to be supplied by the organisation.",
    }),
  ]),
  ...group("A.4 Resources for AI systems", "RESOURCES", [
    requirement("A.4.2", "Resource documentation", {
      text: "What is needed for each stage of the system's life is identified and written down.",
      rules: [
        strong("TRAINING_STARTED", "datasets baseModel computeResources environment codeCommit"),
        strong("DEPLOYMENT", "artefactHash environment endpoint"),
        supporting("SHADOW_AI_DETECTED", "provider endpointHost"),
      ],
    }),
    requirement("A.4.3", "Data", {
      text: "The data that the system uses are documented as a resource: which they are, where they come from, and what they are used for.",
      rules: [strong("TRAINING_STARTED", "datasets")],
    }),
    requirement("A.4.4", "Tooling", {
      text: "The tools with which the system is built and run are documented: algorithms, frameworks, models of others, means of optimising and evaluating.",
      rules: [
        strong("TRAINING_STARTED", "baseModel codeCommit hyperparametersHash environment"),
        supporting("DEPLOYMENT", "artefactHash"),
        supporting("SHADOW_AI_DETECTED", "provider endpointHost"),
      ],
    }),
    requirement("A.4.5", "System and computing", {
      text: "The systems and the computing power on which the system is developed and runs are documented.",
      rules: [strong("TRAINING_STARTED", "computeResources environment"), strong("DEPLOYMENT", "environment endpoint")],
    }),
    requirement("A.4.6", "Human resources", {
      text: "It is documented which people, with which competences, develop, operate, change and retire the system.",
      rules: [supporting("TRAINING_STARTED", "initiatedBy"), supporting("DEPLOYMENT", "approvedBy")],
      document: "Events show who acted; the competences of these people are to be shown by the organisation.",
    }),
  ]),
  ...group("A.5 Assessing impacts of AI systems", "RISK_AND_IMPACT_ASSESSMENT", [
    requirement("A.5.2", "Impact assessment process", {
      text: "There is a process by which the effects of a system on people and on society are assessed through its life, with occasions that call for it.",
      rules: [
        strong("HUMAN_REVIEW", "", said({ kind: ["*IMPACT*"] })),
        supporting("SHADOW_AI_DETECTED", "riskFactors severity resolution"),
        supporting("ALERT", "rootCause correctiveAction"),
      ],
      document: "The description of the impact assessment process is to be supplied by the organisation.",
    }),
    requirement("A.5.3", "Documentation of assessments", {
      text: "The results of impact assessments are written down and kept for as long as has been laid down.",
      rules: [
        strong("HUMAN_REVIEW", "evidenceRef", said({ kind: ["*IMPACT*"] })),
        supporting("HUMAN_REVIEW", "evidenceRef"),
      ],
      document: "The documented assessments are to be supplied by the organisation.",
    }),
    requirement("A.5.4", "Impact on individuals or groups", {
      text: "It is assessed and documented what the system may do to single persons and to groups, such as how fairly, safely and openly it treats them.",
      rules: [
        strong("ALERT", "", said({ category: ["BIAS", "*FAIRNESS*", "DISCRIMINATION"] })),
        supporting("ALERT", "seriousIncident"),
        strong("HUMAN_REVIEW", "", said({ kind: ["APPEAL", "*IMPACT*"] })),
        supporting("HUMAN_REVIEW", "outcome"),
      ],
      document: "The assessment of effects on individuals and groups is to be supplied by the organisation.",
    }),
    requirement("A.5.5", "Societal impacts", {
      text: "It is assessed and documented what the system may do to society, for example to the environment, the economy or public life.",
      document: "No event shows this: the assessment of societal impacts is to be supplied by the organisation.",
    }),
  ]),
  ...group("A.6 AI system life cycle", "AI_SYSTEM_LIFE_CYCLE", [
    requirement("A.6.1.2", "Objectives for responsible development", {
      text: "Objectives for developing AI responsibly are set, and measures that serve them are built into development.",
      rules: [supporting("TRAINING_COMPLETED", "fairness thresholds passed")],
      document:
        "Events show tests that serve such objectives; the objectives themselves are to be supplied by the organisation.",
    }),
    requirement("A.6.1.3", "Processes for responsible design and development", {
      text: "The processes of design and development are laid down: stages, tests, oversight, approvals, the handling of changes.",
      rules: [
        strong("DEPLOYMENT", "approvedBy changeTicket"),
        strong("HUMAN_REVIEW", "", said({ kind: ["APPROVAL", "VALIDATION"] })),
        supporting("TRAINING_COMPLETED", "passed testReport"),
      ],
      document:
        "Events show that steps of the process were taken; its description is to be supplied by the organisation.",
    }),
    requirement("A.6.2.2", "Requirements and specification", {
      text: "Requirements for a new system, or for a change that matters, are specified and documented.",
      rules: [supporting("DEPLOYMENT", "intendedPurpose changeTicket"), supporting("TRAINING_COMPLETED", "thresholds")],
      document: "The specification of requirements is to be supplied by the organisation.",
    }),
    requirement("A.6.2.3", "Documentation of design and development", {
      text: "Design and development are documented, in line with objectives, requirements and specification.",
      rules: [
        strong("TRAINING_STARTED", "codeCommit baseModel featureSpecHash hyperparametersHash datasets"),
        supporting("TRAINING_COMPLETED", "artefactHash limitations"),
      ],
      document:
        "Events fix what a version was made from; the design documentation is to be supplied by the organisation.",
    }),
    requirement("A.6.2.4", "Verification and validation", {
      text: "Measures by which the system is verified and validated are laid down, with criteria for their use, and carried out.",
      rules: [
        strong("TRAINING_COMPLETED", "metrics thresholds passed testReport fairness"),
        strong("HUMAN_REVIEW", "", said({ kind: ["*VALIDATION"] })),
      ],
    }),
    requirement("A.6.2.5", "Deployment", {
      text: "There is a plan for deployment, and what has to be met is met before a version goes into use.",
      rules: [strong("DEPLOYMENT", "approvedBy changeTicket modelVersion artefactHash"), supporting("DEPLOYMENT")],
    }),
    requirement("A.6.2.6", "Operation and monitoring", {
      text: "It is laid down what ongoing operation needs, at least monitoring of system and performance, repair, updates and support, and it is done.",
      rules: [
        strong("INFERENCE", "confidence decision latencyMs modelVersion outputHash"),
        strong("ALERT"),
        strong("CONFIG_CHANGE", "", aboutCorrection),
        supporting("CONFIG_CHANGE", "reason before after"),
        supporting("DEPLOYMENT", "previousVersion rollbackOf"),
        supporting("HUMAN_REVIEW", "outcome"),
      ],
    }),
    requirement("A.6.2.7", "Technical documentation", {
      text: "It is determined which technical documentation each kind of interested party needs, and they are given it.",
      rules: [
        supporting("DEPLOYMENT", "instructionsForUseVersion intendedPurpose"),
        supporting("TRAINING_COMPLETED", "testReport limitations"),
      ],
      document: "The technical documentation is to be supplied by the organisation.",
    }),
    requirement("A.6.2.8", "Recording of event logs", {
      text: "It is determined in which stages of the system's life events are logged, at least while it is in use. The audit chain is this log: events that are sent for the model are recorded in it in order, so that a later change shows.",
      rules: eventTypes.map((type) => strong(type)),
    }),
  ]),
  ...group("A.7 Data for AI systems", "DATA_FOR_AI_SYSTEMS", [
    requirement("A.7.2", "Data for development and enhancement", {
      text: "Processes for managing the data with which systems are developed are laid down, documented and followed.",
      rules: [
        strong("TRAINING_STARTED", "datasets featureSpecHash"),
        strong("DATA_ACCESS", "version classification retentionUntil"),
        supporting("DATA_ACCESS", "datasetId purpose"),
      ],
    }),
    requirement("A.7.3", "Acquisition", {
      text: "It is determined and documented how data were acquired and why they were chosen: kinds, amounts, sources, rights, earlier uses.",
      rules: [
        strong("DATA_ACCESS", "lawfulBasis"),
        supporting("DATA_ACCESS", "datasetId purpose rows"),
        strong("TRAINING_STARTED", "datasets.provenance datasets.lawfulBasis datasets.rows"),
      ],
    }),
    requirement("A.7.4", "Quality", {
      text: "What quality data must have is laid down, and it is made sure that data used for development and operation have it.",
      rules: [
        strong("TRAINING_STARTED", "cleaning labelling datasets.quality"),
        supporting("TRAINING_COMPLETED", "fairness metrics limitations"),
        supporting("DATA_ACCESS", "classification version"),
      ],
    }),
    requirement("A.7.5", "Provenance", {
      text: "There is a process by which the origin of data, and what was done to them since, is recorded through the life of data and system.",
      rules: [
        strong("TRAINING_STARTED", "datasets.provenance datasets.hash datasets.version"),
        supporting("TRAINING_STARTED", "datasets"),
        supporting("DATA_ACCESS", "datasetId version"),
      ],
    }),
    requirement("A.7.6", "Preparation", {
      text: "Criteria for choosing how data are prepared are laid down, and it is documented which methods were used.",
      rules: [
        strong("TRAINING_STARTED", "cleaning labelling featureSpecHash"),
        supporting("TRAINING_COMPLETED", "limitations"),
      ],
    }),
  ]),
  ...group("A.8 Information for interested parties", "INFORMATION_FOR_INTERESTED_PARTIES", [
    requirement("A.8.2", "System documentation and information for users", {
      text: "Users are given what they need to know: that they deal with AI, what it is for, how to use and override it, and where its limits are.",
      rules: [strong("DEPLOYMENT", "instructionsForUseVersion"), supporting("DEPLOYMENT", "intendedPurpose")],
      document:
        "Events show which version of the information was in force; the information itself is to be supplied by the organisation.",
    }),
    requirement("A.8.3", "External reporting", {
      text: "Interested parties can report adverse effects of the system to the organisation.",
      rules: [supporting("ALERT", "", said({ category: ["INCIDENT", "COMPLAINT", "*REPORT"] }))],
      document:
        "Events show incidents that were taken up; the channel by which outsiders report them is to be shown by the organisation.",
    }),
    requirement("A.8.4", "Communication of incidents", {
      text: "There is a plan for telling users of incidents, and it is followed.",
      rules: [
        strong("ALERT", "authorityNotifiedAt seriousIncident"),
        supporting("ALERT", "acknowledgedAt resolvedAt correctiveAction"),
      ],
      document: "The plan for communicating incidents is to be supplied by the organisation.",
    }),
    requirement("A.8.5", "Information for interested parties", {
      text: "It is known which duties to inform others about the system there are, and they are met.",
      rules: [
        supporting("ALERT", "authorityNotifiedAt"),
        supporting("DEPLOYMENT", "instructionsForUseVersion conformityDeclarationRef"),
      ],
      document: "The list of duties to inform, and how they are met, are to be supplied by the organisation.",
    }),
  ]),
  ...group("A.9 Use of AI systems", "RESPONSIBLE_USE", [
    requirement("A.9.2", "Processes for responsible use", {
      text: "The processes for using AI systems responsibly are laid down, documented and followed.",
      rules: [
        strong("HUMAN_REVIEW", "outcome kind"),
        strong("SHADOW_AI_DETECTED", "resolution status"),
        supporting("INFERENCE", "policyVersion automated reviewed"),
      ],
      document: "Events show oversight and decisions on use; the processes are to be supplied by the organisation.",
    }),
    requirement("A.9.3", "Objectives for responsible use", {
      text: "Objectives that guide responsible use, such as fairness, safety, privacy or accountability, are set and documented.",
      rules: [
        supporting("INFERENCE", "explanationRef groupMetricKey policyVersion"),
        supporting("HUMAN_REVIEW", "reason"),
      ],
      document: "The objectives for responsible use are to be supplied by the organisation.",
    }),
    requirement("A.9.4", "Intended use", {
      text: "It is made sure that the system is used as intended and as its documentation says.",
      rules: [
        strong("INFERENCE", "purpose policyVersion"),
        supporting("INFERENCE", "modelVersion decision"),
        supporting("HUMAN_REVIEW", "outcome"),
        strong("SHADOW_AI_DETECTED", "provider endpointHost resolution"),
      ],
    }),
  ]),
  ...group("A.10 Third-party and customer relationships", "THIRD_PARTY_RELATIONSHIPS", [
    requirement("A.10.2", "Allocating responsibilities", {
      text: "Through the system's life it is settled who is responsible for what among the organisation, its partners, suppliers, customers and others.",
      rules: [
        supporting("DEPLOYMENT", "provider approvedBy"),
        supporting("CONFIG_CHANGE", "", [...aboutOwner, ...aboutProvider]),
      ],
      document: "Agreements that allocate responsibilities are to be supplied by the organisation.",
    }),
    requirement("A.10.3", "Suppliers", {
      text: "It is made sure that what suppliers provide agrees with how the organisation develops and uses AI.",
      rules: [
        strong("SHADOW_AI_DETECTED", "provider endpointHost resolution"),
        strong("DEPLOYMENT", "provider"),
        strong("CONFIG_CHANGE", "", [...aboutProvider, ...aboutRestriction]),
      ],
      document: "The assessment of suppliers is to be supplied by the organisation.",
    }),
    requirement("A.10.4", "Customers", {
      text: "What customers expect and need is taken into account in how the organisation develops and uses AI.",
      rules: [supporting("DEPLOYMENT", "intendedPurpose instructionsForUseVersion")],
      document: "What customers were promised and told is to be supplied by the organisation.",
    }),
  ]),
];
