import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import {
  aboutGuardrail,
  aboutRestriction,
  aboutThreshold,
  group,
  requirement,
  section,
  strong,
  supporting,
} from "@/lib/domains/evidence/frameworks/rows";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";

const sections = [
  section("TECHNICAL_DOCUMENTATION", "Technical documentation", {
    summary:
      "What the system is, how it was built and tested, and how it has changed since. Events date and attribute these facts; the descriptions themselves come from the provider.",
    reference: "Annex IV points 1, 2(a)(b)(c)(f)(g)(h), 3, 4, 6, 7 and 8; Articles 11, 12, 13, 15, 18, 19 and 47",
    strong: {
      TRAINING_STARTED:
        "What a version was trained on and with: data, base model, code, settings, computing resources.",
      TRAINING_COMPLETED:
        "How a version did in tests: metrics, thresholds, results for groups, signed reports, known limitations.",
      DEPLOYMENT: "Which version went where, when, in place of which, for what purpose and with whose approval.",
      CONFIG_CHANGE:
        "What was changed in operation, from what to what, why, and whether the change was determined in advance.",
    },
    supporting: {
      INFERENCE: "How much the system was used, and in which versions.",
    },
  }),
  section("RISK_MANAGEMENT", "Risk management", {
    summary:
      "Risks that showed themselves and what was done about them. Events show risk management at work; the description of the system behind it comes from the provider.",
    reference: "Annex IV points 5 and 3 (foreseeable outcomes); Articles 9, 15, 20, 27 and 73",
    strong: {
      ALERT: "Risks as they appeared: what was measured against which limit, the cause, and the corrective action.",
      SHADOW_AI_DETECTED:
        "Use of AI outside the governed systems, how serious it was judged to be, and how it was decided on.",
    },
    supporting: {
      CONFIG_CHANGE: "Measures against risks: thresholds, guardrails and restrictions that were set or changed.",
      HUMAN_REVIEW: "Outputs that people examined, corrected or stopped.",
      TRAINING_COMPLETED: "Tests against thresholds that were set beforehand.",
    },
  }),
  section("DATA_GOVERNANCE", "Data and data governance", {
    summary:
      "Which data went into training and testing, where they came from and on what basis they were used, and who had access to them.",
    reference: "Annex IV points 2(d), 2(g) (data) and 3 (input data); Articles 10 and 26(4)",
    strong: {
      DATA_ACCESS: "Who used which data for what purpose, on what basis, and whether personal data were among them.",
      TRAINING_STARTED: "The data sets of a training run with version, origin, labelling and cleaning.",
    },
    supporting: {
      TRAINING_COMPLETED: "What the data led to: results overall and for groups of persons.",
      SHADOW_AI_DETECTED: "Data that left for services outside the governed systems, by volume.",
    },
  }),
  section("HUMAN_OVERSIGHT", "Human oversight", {
    summary: "Who examined what the system put out, what they decided, and how often they decided otherwise.",
    reference: "Annex IV points 2(e) and 3 (oversight); Articles 14, 13(3)(d), 26(1)(2)(5) and 86",
    strong: {
      HUMAN_REVIEW: "Reviews by people: what was reviewed, in which role, with what outcome and reason.",
    },
    supporting: {
      INFERENCE: "The volume of which reviews are a share, and which outputs were reviewed or overridden.",
      ALERT: "When people were called upon, and whether they answered.",
      CONFIG_CHANGE: "The means of intervening: thresholds for referral, switches that stop the system.",
    },
  }),
  section("POST_MARKET_MONITORING", "Post-market monitoring", {
    summary: "How the system performed in use, what was noticed, and what was changed because of it.",
    reference: "Annex IV points 9 and 6; Articles 72, 12, 19, 20, 26(5)(6) and 73",
    strong: {
      INFERENCE: "Performance in use: volume, versions, confidence, decisions, latency over the period.",
      ALERT: "Drift, loss of performance, bias and incidents that monitoring noticed, and how each ended.",
    },
    supporting: {
      DEPLOYMENT: "Versions that were brought out or taken back in response.",
      CONFIG_CHANGE: "Corrections that were made in operation.",
      HUMAN_REVIEW: "What people found in the system's outputs in use.",
      SHADOW_AI_DETECTED: "Use that went around the monitored system.",
    },
  }),
];

const requirements = group("Annex IV", "TECHNICAL_DOCUMENTATION", [
  requirement("1", "General description of the system", {
    text: "What the system is as a whole: its purpose, provider and version and how it relates to earlier versions; what hardware, software and other systems it works with; the forms in which it is supplied; what deployers see of it and are told about its use.",
    rules: [
      strong("DEPLOYMENT", "intendedPurpose modelVersion previousVersion endpoint instructionsForUseVersion"),
      supporting("DEPLOYMENT", "environment artefactHash"),
      supporting("INFERENCE", "modelVersion purpose"),
    ],
    document:
      "Photographs or illustrations where the system is part of a product (1(f)), the description of the deployer's user interface (1(g)) and the instructions for use (1(h)) are to be supplied by the provider.",
  }),
  requirement("2", "Elements of the system and its development", {
    text: "How the system came to be: methods and third-party components (2(a)), logic and design choices (2(b)), architecture and computing resources (2(c)), data and their origin (2(d)), human oversight as assessed (2(e)), changes determined in advance (2(f)), validation and testing with dated and signed reports (2(g)), and cybersecurity (2(h)).",
    sections: ["TECHNICAL_DOCUMENTATION", "DATA_GOVERNANCE", "HUMAN_OVERSIGHT"],
    rules: [
      strong(
        "TRAINING_STARTED",
        "datasets baseModel codeCommit featureSpecHash hyperparametersHash labelling cleaning computeResources",
      ),
      strong("TRAINING_COMPLETED", "metrics testReport fairness thresholds passed"),
      strong("DATA_ACCESS", "datasetId version lawfulBasis"),
      strong("CONFIG_CHANGE", "preDetermined"),
      supporting("CONFIG_CHANGE", "field before after"),
      supporting("HUMAN_REVIEW", "outcome kind independentOfDevelopment"),
    ],
    document:
      "The reasons for the design choices, the assumptions and the trade-offs made (2(b)) are to be supplied by the provider.",
  }),
  requirement("3", "Monitoring, functioning and control", {
    text: "What the system can do and where it ends: accuracy overall and for the groups it is meant for, unintended outcomes and sources of risk that can be foreseen, the measures by which people oversee it, and what its input data have to be.",
    sections: ["TECHNICAL_DOCUMENTATION", "RISK_MANAGEMENT", "DATA_GOVERNANCE", "HUMAN_OVERSIGHT"],
    rules: [
      strong("TRAINING_COMPLETED", "limitations fairness"),
      supporting("TRAINING_COMPLETED", "metrics thresholds passed"),
      supporting("TRAINING_STARTED", "featureSpecHash"),
      supporting("HUMAN_REVIEW", "outcome"),
      supporting("ALERT", "category metric rootCause"),
      supporting("SHADOW_AI_DETECTED", "riskFactors uploadBytes endpointHost"),
      supporting("INFERENCE", "inputSchemaVersion groupMetricKey confidence reviewed overridden"),
      supporting("CONFIG_CHANGE", "", [...aboutThreshold, ...aboutGuardrail]),
    ],
  }),
  requirement("4", "Appropriateness of the performance metrics", {
    text: "Why the metrics by which performance is measured suit this system and what it is for.",
    rules: [supporting("TRAINING_COMPLETED", "metrics thresholds testReport")],
    document:
      "Events show which metrics and thresholds were used; the reasons why they are appropriate are to be supplied by the provider.",
  }),
  requirement("5", "Risk management system", {
    text: "The risk management that accompanies the system through its life (Article 9): risks are identified and evaluated, measures are chosen and tested, and what remains is judged.",
    sections: ["RISK_MANAGEMENT"],
    rules: [
      strong("ALERT"),
      strong("SHADOW_AI_DETECTED"),
      supporting("CONFIG_CHANGE", "reason"),
      supporting("CONFIG_CHANGE", "", [...aboutThreshold, ...aboutGuardrail, ...aboutRestriction]),
      supporting("HUMAN_REVIEW", "outcome"),
      supporting("TRAINING_COMPLETED", "thresholds passed testReport"),
    ],
    document:
      "Events show risk management at work; the description of the risk management system (Article 9) is to be supplied by the provider.",
  }),
  requirement("6", "Changes through the life cycle", {
    text: "The relevant changes that the provider makes to the system during its life: new versions, and changes of how it is set up.",
    sections: ["TECHNICAL_DOCUMENTATION", "POST_MARKET_MONITORING"],
    rules: [
      strong("DEPLOYMENT", "modelVersion previousVersion changeTicket rollbackOf artefactHash"),
      strong("CONFIG_CHANGE", "field before after reason"),
      supporting("TRAINING_STARTED", "parentVersion modelVersion"),
      supporting("TRAINING_COMPLETED", "modelVersion artefactHash"),
      supporting("INFERENCE", "modelVersion"),
    ],
  }),
  requirement("7", "Standards applied", {
    text: "Which harmonised standards were applied in full or in part, or else by what other solutions the requirements were addressed.",
    document:
      "No event shows this: the list of harmonised standards applied, or the description of the solutions adopted in their place, is to be supplied by the provider.",
  }),
  requirement("8", "EU declaration of conformity", {
    text: "A copy of the declaration that the provider signs for the system (Article 47).",
    document: "No event shows this: the copy of the EU declaration of conformity is to be supplied by the provider.",
  }),
  requirement("9", "Post-market performance evaluation", {
    text: "The system by which the provider goes on evaluating performance once the system is in use (Article 72), and the plan according to which this is done.",
    sections: ["POST_MARKET_MONITORING"],
    rules: [
      strong("INFERENCE", "decision confidence outputHash latencyMs groupMetricKey modelVersion"),
      strong("ALERT"),
      supporting("HUMAN_REVIEW", "outcome"),
      supporting("DEPLOYMENT", "modelVersion rollbackOf"),
      supporting("CONFIG_CHANGE", "reason field"),
      supporting("SHADOW_AI_DETECTED"),
    ],
    document:
      "Events show the evaluation at work; the post-market monitoring plan (Article 72(3)) is to be supplied by the provider.",
  }),
]);

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
  requirements: requirements,
  keyNames,
};
