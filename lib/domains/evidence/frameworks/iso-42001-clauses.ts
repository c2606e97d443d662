import type { EvidenceRule, Requirement } from "@/lib/domains/evidence/frameworks/types";
import { aboutCorrection, aboutOwner, aboutPolicy } from "@/lib/domains/evidence/frameworks/types";

const context = "4 Context of the organization";
const leadership = "5 Leadership";
const planning = "6 Planning";
const support = "7 Support";
const operation = "8 Operation";
const evaluation = "9 Performance evaluation";
const improvement = "10 Improvement";

/** A clause that only documents of the organisation can show. */
function documented(
  { id, group, title }: Pick<Requirement, "id" | "group" | "title">,
  section: string,
  text: string,
  document: string,
): Requirement {
  return {
    id,
    group,
    title,
    text,
    sections: [section],
    rules: [],
    document: `No event shows this: ${document}`,
    counted: false,
  };
}

const contextClauses: readonly Requirement[] = [
  documented(
    { id: "4.1", group: context, title: "Organization and its context" },
    "LEADERSHIP_POLICY_ROLES",
    "The organisation knows what inside and around it bears on its management of AI, and which roles it has towards AI systems.",
    "the analysis of the context is to be supplied by the organisation.",
  ),
  documented(
    { id: "4.2", group: context, title: "Interested parties" },
    "LEADERSHIP_POLICY_ROLES",
    "It is known who has an interest in the management of AI, what they ask, and what of that is taken up.",
    "the list of interested parties and their requirements is to be supplied by the organisation.",
  ),
  documented(
    { id: "4.3", group: context, title: "Scope of the AI management system" },
    "LEADERSHIP_POLICY_ROLES",
    "The limits of the management system are drawn and documented.",
    "the documented scope is to be supplied by the organisation.",
  ),
  documented(
    { id: "4.4", group: context, title: "AI management system" },
    "LEADERSHIP_POLICY_ROLES",
    "The management system is set up, run, kept up and improved, with its processes and how they act together.",
    "the description of the management system is to be supplied by the organisation.",
  ),
];

const leadershipClauses: readonly Requirement[] = [
  documented(
    { id: "5.1", group: leadership, title: "Leadership and commitment" },
    "LEADERSHIP_POLICY_ROLES",
    "Top management stands behind the management system: by objectives, resources, and by making it part of the business.",
    "minutes and decisions of top management are to be supplied by the organisation.",
  ),
  {
    id: "5.2",
    group: leadership,
    title: "AI policy",
    text: "Top management sets an AI policy that suits the organisation, and makes it known.",
    sections: ["LEADERSHIP_POLICY_ROLES"],
    rules: [{ type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutPolicy }],
    document:
      "Events show when policies that act on the model were changed; the AI policy is to be supplied by the organisation.",
    counted: false,
  },
  {
    id: "5.3",
    group: leadership,
    title: "Roles, responsibilities and authorities",
    text: "Responsibilities and authorities for AI are given to people and made known.",
    sections: ["LEADERSHIP_POLICY_ROLES"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutOwner },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["approvedBy", "changedBy"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["reviewerRole"] },
    ],
    document: "The description of roles and authorities is to be supplied by the organisation.",
    counted: false,
  },
];

/** What shows that risks are looked for, and that something is done about them. */
const assessed: readonly EvidenceRule[] = [
  { type: "SHADOW_AI_DETECTED", strength: "strong", keys: ["riskFactors", "severity", "endpointHost", "provider"] },
  { type: "ALERT", strength: "strong", keys: ["category", "metric", "rootCause"] },
  { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
];
const treated: readonly EvidenceRule[] = [
  { type: "ALERT", strength: "strong", keys: ["correctiveAction", "resolvedAt"] },
  { type: "SHADOW_AI_DETECTED", strength: "strong", keys: ["resolution", "decidedBy"] },
  { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome", "reason"] },
];
const impactAssessed: readonly EvidenceRule[] = [
  { type: "HUMAN_REVIEW", strength: "strong", keys: [], saying: [{ key: "kind", words: ["*IMPACT*"] }] },
  {
    type: "ALERT",
    strength: "supporting",
    keys: [],
    saying: [{ key: "category", words: ["BIAS", "*FAIRNESS*", "INCIDENT"] }],
  },
];

const planningClauses: readonly Requirement[] = [
  {
    id: "6.1.1",
    group: planning,
    title: "Actions on risks and opportunities: general",
    text: "Risks and opportunities are determined, criteria for risk are set, and actions are planned and their effect judged.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: assessed,
    document: "The criteria for AI risk and the planned actions are to be supplied by the organisation.",
    counted: false,
  },
  {
    id: "6.1.2",
    group: planning,
    title: "AI risk assessment",
    text: "There is a process by which AI risks are identified, analysed and evaluated, so that results can be compared.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: assessed,
    document: "The description of the risk assessment process is to be supplied by the organisation.",
    counted: false,
  },
  {
    id: "6.1.3",
    group: planning,
    title: "AI risk treatment",
    text: "There is a process by which treatments are chosen and controls are compared with Annex A, with a statement of which apply and why.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: treated,
    document: "The statement of applicability and the treatment plan are to be supplied by the organisation.",
    counted: false,
  },
  {
    id: "6.1.4",
    group: planning,
    title: "AI system impact assessment",
    text: "There is a process by which consequences for individuals, groups and society are assessed, and its results are used.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: impactAssessed,
    document: "The description of the impact assessment process is to be supplied by the organisation.",
    counted: false,
  },
  documented(
    { id: "6.2", group: planning, title: "AI objectives and planning to achieve them" },
    "LEADERSHIP_POLICY_ROLES",
    "Objectives for AI are set, measurable where that can be done, with plans for who does what by when.",
    "the objectives and plans are to be supplied by the organisation.",
  ),
  {
    id: "6.3",
    group: planning,
    title: "Planning of changes",
    text: "Changes of the management system are made in a planned manner.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["approvedBy", "reason", "preDetermined"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["changeTicket", "approvedBy"] },
    ],
    document:
      "Events show how changes of the model were planned; the planning of changes of the management system is to be supplied by the organisation.",
    counted: false,
  },
];

const supportClauses: readonly Requirement[] = [
  {
    id: "7.1",
    group: support,
    title: "Resources",
    text: "The resources that the management system needs are determined and provided.",
    sections: ["RESOURCES"],
    rules: [
      { type: "TRAINING_STARTED", strength: "supporting", keys: ["computeResources", "datasets", "environment"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["environment", "endpoint"] },
    ],
    document: "The planning of resources is to be supplied by the organisation.",
    counted: false,
  },
  documented(
    { id: "7.2", group: support, title: "Competence" },
    "RESOURCES",
    "People whose work affects AI performance have the competence for it, and there is evidence of that.",
    "the evidence of competence is to be supplied by the organisation.",
  ),
  documented(
    { id: "7.3", group: support, title: "Awareness" },
    "RESOURCES",
    "People know the AI policy, what they contribute, and what follows when it is not kept.",
    "records of training and awareness are to be supplied by the organisation.",
  ),
  documented(
    { id: "7.4", group: support, title: "Communication" },
    "RESOURCES",
    "It is settled what is communicated about the management system, when, to whom and how.",
    "the plan of communication is to be supplied by the organisation.",
  ),
  {
    id: "7.5",
    group: support,
    title: "Documented information",
    text: "Documents and records that the management system needs are made, kept current, and protected against loss and change.",
    sections: ["RESOURCES"],
    rules: [
      {
        type: "DEPLOYMENT",
        strength: "strong",
        keys: ["artefactHash", "changeTicket", "instructionsForUseVersion", "modelVersion"],
      },
      { type: "TRAINING_STARTED", strength: "strong", keys: ["codeCommit", "datasets", "runId"] },
    ],
    document:
      "Events are records that are protected against change; the other documents of the management system are to be supplied by the organisation.",
    counted: false,
  },
];

const operationClauses: readonly Requirement[] = [
  {
    id: "8.1",
    group: operation,
    title: "Operational planning and control",
    text: "The processes that are needed are planned, carried out and controlled by criteria, and there is evidence that they went as planned.",
    sections: ["AI_SYSTEM_LIFE_CYCLE"],
    rules: [
      { type: "DEPLOYMENT", strength: "strong", keys: ["approvedBy", "changeTicket", "modelVersion"] },
      { type: "CONFIG_CHANGE", strength: "strong", keys: ["approvedBy", "reason"] },
      { type: "TRAINING_COMPLETED", strength: "strong", keys: ["passed", "thresholds", "testReport"] },
      { type: "ALERT", strength: "supporting", keys: [] },
      { type: "INFERENCE", strength: "supporting", keys: ["modelVersion", "policyVersion"] },
    ],
    counted: false,
  },
  {
    id: "8.2",
    group: operation,
    title: "AI risk assessment in operation",
    text: "Risks are assessed again at planned intervals and when something changes, and the results are kept.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: assessed,
    counted: false,
  },
  {
    id: "8.3",
    group: operation,
    title: "AI risk treatment in operation",
    text: "The treatment plan is carried out, its effect is verified, and new or ineffective treatments lead back to assessment.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: treated,
    counted: false,
  },
  {
    id: "8.4",
    group: operation,
    title: "AI system impact assessment in operation",
    text: "Impact assessments are made again at planned intervals and when something changes, and the results are kept.",
    sections: ["RISK_AND_IMPACT_ASSESSMENT"],
    rules: impactAssessed,
    document: "The documented impact assessments are to be supplied by the organisation.",
    counted: false,
  },
];

const evaluationClauses: readonly Requirement[] = [
  {
    id: "9.1",
    group: evaluation,
    title: "Monitoring, measurement, analysis and evaluation",
    text: "It is settled what is measured, how and when, and the results are analysed and kept.",
    sections: ["PERFORMANCE_EVALUATION_IMPROVEMENT"],
    rules: [
      { type: "ALERT", strength: "strong", keys: ["metric", "value", "threshold"] },
      { type: "ALERT", strength: "supporting", keys: [] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
    ],
    counted: false,
  },
  {
    id: "9.2",
    group: evaluation,
    title: "Internal audit",
    text: "Internal audits at planned intervals tell whether the management system is what it should be and is kept up.",
    sections: ["PERFORMANCE_EVALUATION_IMPROVEMENT"],
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
    document: "The programme and the reports of internal audit are to be supplied by the organisation.",
    counted: false,
  },
  documented(
    { id: "9.3", group: evaluation, title: "Management review" },
    "PERFORMANCE_EVALUATION_IMPROVEMENT",
    "Top management looks at the management system at planned intervals and decides what to change.",
    "the records of management reviews are to be supplied by the organisation.",
  ),
];

const improvementClauses: readonly Requirement[] = [
  {
    id: "10.1",
    group: improvement,
    title: "Continual improvement",
    text: "The management system is made better all the time.",
    sections: ["PERFORMANCE_EVALUATION_IMPROVEMENT"],
    rules: [
      { type: "CONFIG_CHANGE", strength: "strong", keys: ["reason"] },
      { type: "ALERT", strength: "supporting", keys: ["correctiveAction", "rootCause"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["reason"] },
    ],
    document:
      "Events show improvements of the model; those of the management system are to be shown by the organisation.",
    counted: false,
  },
  {
    id: "10.2",
    group: improvement,
    title: "Nonconformity and corrective action",
    text: "Where something is not as it should be it is put right, its cause is found, and it is seen to that it does not happen again.",
    sections: ["PERFORMANCE_EVALUATION_IMPROVEMENT"],
    rules: [
      { type: "ALERT", strength: "strong", keys: ["correctiveAction", "rootCause", "resolvedAt"] },
      { type: "ALERT", strength: "supporting", keys: [] },
      { type: "CONFIG_CHANGE", strength: "strong", keys: [], saying: aboutCorrection },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["reason"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome", "reason"] },
    ],
    counted: false,
  },
];

/** Clauses 4 to 10, shown beside the controls and not counted. */
export const clauses: readonly Requirement[] = [
  ...contextClauses,
  ...leadershipClauses,
  ...planningClauses,
  ...supportClauses,
  ...operationClauses,
  ...evaluationClauses,
  ...improvementClauses,
];
