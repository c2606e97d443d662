import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import type { Framework, FrameworkSection, Requirement } from "@/lib/domains/evidence/frameworks/types";
import { aboutGuardrail, aboutRestriction, aboutThreshold } from "@/lib/domains/evidence/frameworks/types";

const sections: readonly FrameworkSection[] = [
  {
    id: "TECHNICAL_DOCUMENTATION",
    title: "Technical documentation",
    summary:
      "What the system is, how it was built and tested, and how it has changed since. Events date and attribute these facts; the descriptions themselves come from the provider.",
    reference: "Annex IV points 1, 2(a)(b)(c)(f)(g)(h), 3, 4, 6, 7 and 8; Articles 11, 12, 13, 15, 18, 19 and 47",
    eventTypes: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        shows: "What a version was trained on and with: data, base model, code, settings, computing resources.",
      },
      {
        type: "TRAINING_COMPLETED",
        strength: "strong",
        shows:
          "How a version did in tests: metrics, thresholds, results for groups, signed reports, known limitations.",
      },
      {
        type: "DEPLOYMENT",
        strength: "strong",
        shows: "Which version went where, when, in place of which, for what purpose and with whose approval.",
      },
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        shows:
          "What was changed in operation, from what to what, why, and whether the change was determined in advance.",
      },
      { type: "INFERENCE", strength: "supporting", shows: "How much the system was used, and in which versions." },
    ],
  },
  {
    id: "RISK_MANAGEMENT",
    title: "Risk management",
    summary:
      "Risks that showed themselves and what was done about them. Events show risk management at work; the description of the system behind it comes from the provider.",
    reference: "Annex IV points 5 and 3 (foreseeable outcomes); Articles 9, 15, 20, 27 and 73",
    eventTypes: [
      {
        type: "ALERT",
        strength: "strong",
        shows: "Risks as they appeared: what was measured against which limit, the cause, and the corrective action.",
      },
      {
        type: "SHADOW_AI_DETECTED",
        strength: "strong",
        shows: "Use of AI outside the governed systems, how serious it was judged to be, and how it was decided on.",
      },
      {
        type: "CONFIG_CHANGE",
        strength: "supporting",
        shows: "Measures against risks: thresholds, guardrails and restrictions that were set or changed.",
      },
      { type: "HUMAN_REVIEW", strength: "supporting", shows: "Outputs that people examined, corrected or stopped." },
      {
        type: "TRAINING_COMPLETED",
        strength: "supporting",
        shows: "Tests against thresholds that were set beforehand.",
      },
    ],
  },
  {
    id: "DATA_GOVERNANCE",
    title: "Data and data governance",
    summary:
      "Which data went into training and testing, where they came from and on what basis they were used, and who had access to them.",
    reference: "Annex IV points 2(d), 2(g) (data) and 3 (input data); Articles 10 and 26(4)",
    eventTypes: [
      {
        type: "DATA_ACCESS",
        strength: "strong",
        shows: "Who used which data for what purpose, on what basis, and whether personal data were among them.",
      },
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        shows: "The data sets of a training run with version, origin, labelling and cleaning.",
      },
      {
        type: "TRAINING_COMPLETED",
        strength: "supporting",
        shows: "What the data led to: results overall and for groups of persons.",
      },
      {
        type: "SHADOW_AI_DETECTED",
        strength: "supporting",
        shows: "Data that left for services outside the governed systems, by volume.",
      },
    ],
  },
  {
    id: "HUMAN_OVERSIGHT",
    title: "Human oversight",
    summary: "Who examined what the system put out, what they decided, and how often they decided otherwise.",
    reference: "Annex IV points 2(e) and 3 (oversight); Articles 14, 13(3)(d), 26(1)(2)(5) and 86",
    eventTypes: [
      {
        type: "HUMAN_REVIEW",
        strength: "strong",
        shows: "Reviews by people: what was reviewed, in which role, with what outcome and reason.",
      },
      {
        type: "INFERENCE",
        strength: "supporting",
        shows: "The volume of which reviews are a share, and which outputs were reviewed or overridden.",
      },
      { type: "ALERT", strength: "supporting", shows: "When people were called upon, and whether they answered." },
      {
        type: "CONFIG_CHANGE",
        strength: "supporting",
        shows: "The means of intervening: thresholds for referral, switches that stop the system.",
      },
    ],
  },
  {
    id: "POST_MARKET_MONITORING",
    title: "Post-market monitoring",
    summary: "How the system performed in use, what was noticed, and what was changed because of it.",
    reference: "Annex IV points 9 and 6; Articles 72, 12, 19, 20, 26(5)(6) and 73",
    eventTypes: [
      {
        type: "INFERENCE",
        strength: "strong",
        shows: "Performance in use: volume, versions, confidence, decisions, latency over the period.",
      },
      {
        type: "ALERT",
        strength: "strong",
        shows: "Drift, loss of performance, bias and incidents that monitoring noticed, and how each ended.",
      },
      {
        type: "DEPLOYMENT",
        strength: "supporting",
        shows: "Versions that were brought out or taken back in response.",
      },
      { type: "CONFIG_CHANGE", strength: "supporting", shows: "Corrections that were made in operation." },
      { type: "HUMAN_REVIEW", strength: "supporting", shows: "What people found in the system's outputs in use." },
      {
        type: "SHADOW_AI_DETECTED",
        strength: "supporting",
        shows: "Use that went around the monitored system.",
      },
    ],
  },
];

const requirements: readonly Requirement[] = [
  {
    id: "1",
    group: "Annex IV",
    title: "General description of the system",
    text: "What the system is as a whole: its purpose, provider and version and how it relates to earlier versions; what hardware, software and other systems it works with; the forms in which it is supplied; what deployers see of it and are told about its use.",
    sections: ["TECHNICAL_DOCUMENTATION"],
    rules: [
      {
        type: "DEPLOYMENT",
        strength: "strong",
        keys: ["intendedPurpose", "modelVersion", "previousVersion", "endpoint", "instructionsForUseVersion"],
      },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["environment", "artefactHash"] },
      { type: "INFERENCE", strength: "supporting", keys: ["modelVersion", "purpose"] },
    ],
    document:
      "Photographs or illustrations where the system is part of a product (1(f)), the description of the deployer's user interface (1(g)) and the instructions for use (1(h)) are to be supplied by the provider.",
    counted: true,
  },
  {
    id: "2",
    group: "Annex IV",
    title: "Elements of the system and its development",
    text: "How the system came to be: methods and third-party components (2(a)), logic and design choices (2(b)), architecture and computing resources (2(c)), data and their origin (2(d)), human oversight as assessed (2(e)), changes determined in advance (2(f)), validation and testing with dated and signed reports (2(g)), and cybersecurity (2(h)).",
    sections: ["TECHNICAL_DOCUMENTATION", "DATA_GOVERNANCE", "HUMAN_OVERSIGHT"],
    rules: [
      {
        type: "TRAINING_STARTED",
        strength: "strong",
        keys: [
          "datasets",
          "baseModel",
          "codeCommit",
          "featureSpecHash",
          "hyperparametersHash",
          "labelling",
          "cleaning",
          "computeResources",
        ],
      },
      {
        type: "TRAINING_COMPLETED",
        strength: "strong",
        keys: ["metrics", "testReport", "fairness", "thresholds", "passed"],
      },
      { type: "DATA_ACCESS", strength: "strong", keys: ["datasetId", "version", "lawfulBasis"] },
      { type: "CONFIG_CHANGE", strength: "strong", keys: ["preDetermined"] },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["field", "before", "after"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome", "kind", "independentOfDevelopment"] },
    ],
    document:
      "The reasons for the design choices, the assumptions and the trade-offs made (2(b)) are to be supplied by the provider.",
    counted: true,
  },
  {
    id: "3",
    group: "Annex IV",
    title: "Monitoring, functioning and control",
    text: "What the system can do and where it ends: accuracy overall and for the groups it is meant for, unintended outcomes and sources of risk that can be foreseen, the measures by which people oversee it, and what its input data have to be.",
    sections: ["TECHNICAL_DOCUMENTATION", "RISK_MANAGEMENT", "DATA_GOVERNANCE", "HUMAN_OVERSIGHT"],
    rules: [
      { type: "TRAINING_COMPLETED", strength: "strong", keys: ["limitations", "fairness"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["metrics", "thresholds", "passed"] },
      { type: "TRAINING_STARTED", strength: "supporting", keys: ["featureSpecHash"] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
      { type: "ALERT", strength: "supporting", keys: ["category", "metric", "rootCause"] },
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: ["riskFactors", "uploadBytes", "endpointHost"] },
      {
        type: "INFERENCE",
        strength: "supporting",
        keys: ["inputSchemaVersion", "groupMetricKey", "confidence", "reviewed", "overridden"],
      },
      {
        type: "CONFIG_CHANGE",
        strength: "supporting",
        keys: [],
        saying: [...aboutThreshold, ...aboutGuardrail],
      },
    ],
    counted: true,
  },
  {
    id: "4",
    group: "Annex IV",
    title: "Appropriateness of the performance metrics",
    text: "Why the metrics by which performance is measured suit this system and what it is for.",
    sections: ["TECHNICAL_DOCUMENTATION"],
    rules: [{ type: "TRAINING_COMPLETED", strength: "supporting", keys: ["metrics", "thresholds", "testReport"] }],
    document:
      "Events show which metrics and thresholds were used; the reasons why they are appropriate are to be supplied by the provider.",
    counted: true,
  },
  {
    id: "5",
    group: "Annex IV",
    title: "Risk management system",
    text: "The risk management that accompanies the system through its life (Article 9): risks are identified and evaluated, measures are chosen and tested, and what remains is judged.",
    sections: ["RISK_MANAGEMENT"],
    rules: [
      { type: "ALERT", strength: "strong", keys: [] },
      { type: "SHADOW_AI_DETECTED", strength: "strong", keys: [] },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["reason"] },
      {
        type: "CONFIG_CHANGE",
        strength: "supporting",
        keys: [],
        saying: [...aboutThreshold, ...aboutGuardrail, ...aboutRestriction],
      },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["thresholds", "passed", "testReport"] },
    ],
    document:
      "Events show risk management at work; the description of the risk management system (Article 9) is to be supplied by the provider.",
    counted: true,
  },
  {
    id: "6",
    group: "Annex IV",
    title: "Changes through the life cycle",
    text: "The relevant changes that the provider makes to the system during its life: new versions, and changes of how it is set up.",
    sections: ["TECHNICAL_DOCUMENTATION", "POST_MARKET_MONITORING"],
    rules: [
      {
        type: "DEPLOYMENT",
        strength: "strong",
        keys: ["modelVersion", "previousVersion", "changeTicket", "rollbackOf", "artefactHash"],
      },
      { type: "CONFIG_CHANGE", strength: "strong", keys: ["field", "before", "after", "reason"] },
      { type: "TRAINING_STARTED", strength: "supporting", keys: ["parentVersion", "modelVersion"] },
      { type: "TRAINING_COMPLETED", strength: "supporting", keys: ["modelVersion", "artefactHash"] },
      { type: "INFERENCE", strength: "supporting", keys: ["modelVersion"] },
    ],
    counted: true,
  },
  {
    id: "7",
    group: "Annex IV",
    title: "Standards applied",
    text: "Which harmonised standards were applied in full or in part, or else by what other solutions the requirements were addressed.",
    sections: ["TECHNICAL_DOCUMENTATION"],
    rules: [],
    document:
      "No event shows this: the list of harmonised standards applied, or the description of the solutions adopted in their place, is to be supplied by the provider.",
    counted: true,
  },
  {
    id: "8",
    group: "Annex IV",
    title: "EU declaration of conformity",
    text: "A copy of the declaration that the provider signs for the system (Article 47).",
    sections: ["TECHNICAL_DOCUMENTATION"],
    rules: [],
    document: "No event shows this: the copy of the EU declaration of conformity is to be supplied by the provider.",
    counted: true,
  },
  {
    id: "9",
    group: "Annex IV",
    title: "Post-market performance evaluation",
    text: "The system by which the provider goes on evaluating performance once the system is in use (Article 72), and the plan according to which this is done.",
    sections: ["POST_MARKET_MONITORING"],
    rules: [
      {
        type: "INFERENCE",
        strength: "strong",
        keys: ["decision", "confidence", "outputHash", "latencyMs", "groupMetricKey", "modelVersion"],
      },
      { type: "ALERT", strength: "strong", keys: [] },
      { type: "HUMAN_REVIEW", strength: "supporting", keys: ["outcome"] },
      { type: "DEPLOYMENT", strength: "supporting", keys: ["modelVersion", "rollbackOf"] },
      { type: "CONFIG_CHANGE", strength: "supporting", keys: ["reason", "field"] },
      { type: "SHADOW_AI_DETECTED", strength: "supporting", keys: [] },
    ],
    document:
      "Events show the evaluation at work; the post-market monitoring plan (Article 72(3)) is to be supplied by the provider.",
    counted: true,
  },
];

/** Annex IV of the AI Act: nine points, in five sections. */
export const euAiActAnnexIv: Framework = {
  id: "EU_AI_ACT_ANNEX_IV",
  name: "EU AI Act: Technical documentation under Annex IV",
  shortName: "EU AI Act, Annex IV",
  issuer: "European Parliament and Council of the European Union",
  edition: "Regulation (EU) 2024/1689, Annex IV (referred to in Article 11(1))",
  mappingVersion: "2026-11-20",
  countedAs: "points",
  statement:
    "Annex IV lists what the technical documentation of a high-risk AI system contains. This package sets the recorded events of one model beside its nine points, for those who write that documentation or examine it. It shows how the record aligns with the points; it is not the technical documentation itself, and it does not say that legal requirements are met.",
  sections,
  requirements,
  keyNames,
};
