import {
  aboutCorrection,
  aboutOwner,
  aboutPolicy,
  group,
  requirement,
  said,
  strong,
  supporting,
} from "@/lib/domains/evidence/frameworks/rows";

/** Evidence that risks are assessed and treated. */
const assessed = [
  strong("SHADOW_AI_DETECTED", "riskFactors severity endpointHost provider"),
  strong("ALERT", "category metric rootCause"),
  supporting("HUMAN_REVIEW", "outcome"),
];
const treated = [
  strong("ALERT", "correctiveAction resolvedAt"),
  strong("SHADOW_AI_DETECTED", "resolution decidedBy"),
  supporting("HUMAN_REVIEW", "outcome reason"),
];
const impactAssessed = [
  strong("HUMAN_REVIEW", "", said({ kind: ["*IMPACT*"] })),
  supporting("ALERT", "", said({ category: ["BIAS", "*FAIRNESS*", "INCIDENT"] })),
];

/** The clauses, which are shown beside the controls and not counted. */
export const clauses = [
  ...group("4 Context of the organization", "LEADERSHIP_POLICY_ROLES", [
    requirement("4.1", "Organization and its context", {
      text: "The organisation knows what inside and around it bears on its management of AI, and which roles it has towards AI systems.",
      document: "No event shows this: the analysis of the context is to be supplied by the organisation.",
    }),
    requirement("4.2", "Interested parties", {
      text: "It is known who has an interest in the management of AI, what they ask, and what of that is taken up.",
      document:
        "No event shows this: the list of interested parties and their requirements is to be supplied by the organisation.",
    }),
    requirement("4.3", "Scope of the AI management system", {
      text: "The limits of the management system are drawn and documented.",
      document: "No event shows this: the documented scope is to be supplied by the organisation.",
    }),
    requirement("4.4", "AI management system", {
      text: "The management system is set up, run, kept up and improved, with its processes and how they act together.",
      document: "No event shows this: the description of the management system is to be supplied by the organisation.",
    }),
  ]),
  ...group("5 Leadership", "LEADERSHIP_POLICY_ROLES", [
    requirement("5.1", "Leadership and commitment", {
      text: "Top management stands behind the management system: by objectives, resources, and by making it part of the business.",
      document: "No event shows this: minutes and decisions of top management are to be supplied by the organisation.",
    }),
    requirement("5.2", "AI policy", {
      text: "Top management sets an AI policy that suits the organisation, and makes it known.",
      rules: [strong("CONFIG_CHANGE", "", aboutPolicy)],
      document:
        "Events show when policies that act on the model were changed; the AI policy is to be supplied by the organisation.",
    }),
    requirement("5.3", "Roles, responsibilities and authorities", {
      text: "Responsibilities and authorities for AI are given to people and made known.",
      rules: [
        strong("CONFIG_CHANGE", "", aboutOwner),
        supporting("CONFIG_CHANGE", "approvedBy changedBy"),
        supporting("HUMAN_REVIEW", "reviewerRole"),
      ],
      document: "The description of roles and authorities is to be supplied by the organisation.",
    }),
  ]),
  ...group("6 Planning", "RISK_AND_IMPACT_ASSESSMENT", [
    requirement("6.1.1", "Actions on risks and opportunities: general", {
      text: "Risks and opportunities are determined, criteria for risk are set, and actions are planned and their effect judged.",
      rules: assessed,
      document: "The criteria for AI risk and the planned actions are to be supplied by the organisation.",
    }),
    requirement("6.1.2", "AI risk assessment", {
      text: "There is a process by which AI risks are identified, analysed and evaluated, so that results can be compared.",
      rules: assessed,
      document: "The description of the risk assessment process is to be supplied by the organisation.",
    }),
    requirement("6.1.3", "AI risk treatment", {
      text: "There is a process by which treatments are chosen and controls are compared with Annex A, with a statement of which apply and why.",
      rules: treated,
      document: "The statement of applicability and the treatment plan are to be supplied by the organisation.",
    }),
    requirement("6.1.4", "AI system impact assessment", {
      text: "There is a process by which consequences for individuals, groups and society are assessed, and its results are used.",
      rules: impactAssessed,
      document: "The description of the impact assessment process is to be supplied by the organisation.",
    }),
    requirement("6.2", "AI objectives and planning to achieve them", {
      text: "Objectives for AI are set, measurable where that can be done, with plans for who does what by when.",
      sections: ["LEADERSHIP_POLICY_ROLES"],
      document: "No event shows this: the objectives and plans are to be supplied by the organisation.",
    }),
    requirement("6.3", "Planning of changes", {
      text: "Changes of the management system are made in a planned manner.",
      sections: ["AI_SYSTEM_LIFE_CYCLE"],
      rules: [
        supporting("CONFIG_CHANGE", "approvedBy reason preDetermined"),
        supporting("DEPLOYMENT", "changeTicket approvedBy"),
      ],
      document:
        "Events show how changes of the model were planned; the planning of changes of the management system is to be supplied by the organisation.",
    }),
  ]),
  ...group("7 Support", "RESOURCES", [
    requirement("7.1", "Resources", {
      text: "The resources that the management system needs are determined and provided.",
      rules: [
        supporting("TRAINING_STARTED", "computeResources datasets environment"),
        supporting("DEPLOYMENT", "environment endpoint"),
      ],
      document: "The planning of resources is to be supplied by the organisation.",
    }),
    requirement("7.2", "Competence", {
      text: "People whose work affects AI performance have the competence for it, and there is evidence of that.",
      document: "No event shows this: the evidence of competence is to be supplied by the organisation.",
    }),
    requirement("7.3", "Awareness", {
      text: "People know the AI policy, what they contribute, and what follows when it is not kept.",
      document: "No event shows this: records of training and awareness are to be supplied by the organisation.",
    }),
    requirement("7.4", "Communication", {
      text: "It is settled what is communicated about the management system, when, to whom and how.",
      document: "No event shows this: the plan of communication is to be supplied by the organisation.",
    }),
    requirement("7.5", "Documented information", {
      text: "Documents and records that the management system needs are made, kept current, and protected against loss and change.",
      rules: [
        strong("DEPLOYMENT", "artefactHash changeTicket instructionsForUseVersion modelVersion"),
        strong("TRAINING_STARTED", "codeCommit datasets runId"),
      ],
      document:
        "Events are records that are protected against change; the other documents of the management system are to be supplied by the organisation.",
    }),
  ]),
  ...group("8 Operation", "RISK_AND_IMPACT_ASSESSMENT", [
    requirement("8.1", "Operational planning and control", {
      text: "The processes that are needed are planned, carried out and controlled by criteria, and there is evidence that they went as planned.",
      sections: ["AI_SYSTEM_LIFE_CYCLE"],
      rules: [
        strong("DEPLOYMENT", "approvedBy changeTicket modelVersion"),
        strong("CONFIG_CHANGE", "approvedBy reason"),
        strong("TRAINING_COMPLETED", "passed thresholds testReport"),
        supporting("ALERT"),
        supporting("INFERENCE", "modelVersion policyVersion"),
      ],
    }),
    requirement("8.2", "AI risk assessment in operation", {
      text: "Risks are assessed again at planned intervals and when something changes, and the results are kept.",
      rules: assessed,
    }),
    requirement("8.3", "AI risk treatment in operation", {
      text: "The treatment plan is carried out, its effect is verified, and new or ineffective treatments lead back to assessment.",
      rules: treated,
    }),
    requirement("8.4", "AI system impact assessment in operation", {
      text: "Impact assessments are made again at planned intervals and when something changes, and the results are kept.",
      rules: impactAssessed,
      document: "The documented impact assessments are to be supplied by the organisation.",
    }),
  ]),
  ...group("9 Performance evaluation", "PERFORMANCE_EVALUATION_IMPROVEMENT", [
    requirement("9.1", "Monitoring, measurement, analysis and evaluation", {
      text: "It is settled what is measured, how and when, and the results are analysed and kept.",
      rules: [strong("ALERT", "metric value threshold"), supporting("ALERT"), supporting("HUMAN_REVIEW", "outcome")],
    }),
    requirement("9.2", "Internal audit", {
      text: "Internal audits at planned intervals tell whether the management system is what it should be and is kept up.",
      rules: [
        supporting(
          "HUMAN_REVIEW",
          "",
          said({ kind: ["AUDIT", "INTERNAL_AUDIT"], reviewerRole: ["*audit", "*auditor"] }),
        ),
      ],
      document: "The programme and the reports of internal audit are to be supplied by the organisation.",
    }),
    requirement("9.3", "Management review", {
      text: "Top management looks at the management system at planned intervals and decides what to change.",
      document: "No event shows this: the records of management reviews are to be supplied by the organisation.",
    }),
  ]),
  ...group("10 Improvement", "PERFORMANCE_EVALUATION_IMPROVEMENT", [
    requirement("10.1", "Continual improvement", {
      text: "The management system is made better all the time.",
      rules: [
        strong("CONFIG_CHANGE", "reason"),
        supporting("ALERT", "correctiveAction rootCause"),
        supporting("HUMAN_REVIEW", "reason"),
      ],
      document:
        "Events show improvements of the model; those of the management system are to be shown by the organisation.",
    }),
    requirement("10.2", "Nonconformity and corrective action", {
      text: "Where something is not as it should be it is put right, its cause is found, and it is seen to that it does not happen again.",
      rules: [
        strong("ALERT", "correctiveAction rootCause resolvedAt"),
        supporting("ALERT"),
        strong("CONFIG_CHANGE", "", aboutCorrection),
        supporting("CONFIG_CHANGE", "reason"),
        supporting("HUMAN_REVIEW", "outcome reason"),
      ],
    }),
  ]),
].map((clause) => ({ ...clause, counted: false }));
