import type { RegisterModel } from "@/lib/domains/models/schemas";

/** A demo model and its typical traffic. */
export interface DemoModel {
  registration: RegisterModel & { name: string; version: string };
  /** The service that calls it. */
  service: string;
  /** Its decisions with their relative frequencies. */
  decisions: Readonly<Record<string, number>>;
  latencyMs: readonly [low: number, high: number];
  /** Its share of the organisation's traffic, as a weight. */
  share: number;
}

export const demoModels = {
  creditScoring: {
    registration: {
      name: "Credit scoring",
      version: "4.2.0",
      provider: "in-house",
      riskTier: "HIGH",
      ownerEmail: "model-risk@northwind.example",
      description: "Scores consumer credit applications. High-risk under Annex III, 5(b) of the EU AI Act.",
    },
    service: "credit-decision-api",
    decisions: { APPROVED: 62, REFERRED: 21, DECLINED: 17 },
    latencyMs: [60, 240],
    share: 24,
  },
  fraudDetection: {
    registration: {
      name: "Card fraud detection",
      version: "2026.3",
      provider: "in-house",
      riskTier: "HIGH",
      ownerEmail: "fraud-analytics@northwind.example",
      description: "Scores card payments before they are authorised.",
    },
    service: "payments-gateway",
    decisions: { ALLOW: 90, STEP_UP: 7, BLOCK: 3 },
    latencyMs: [8, 45],
    share: 26,
  },
  amlMonitoring: {
    registration: {
      name: "AML transaction monitoring",
      version: "1.9.4",
      provider: "in-house",
      riskTier: "CRITICAL",
      ownerEmail: "financial-crime@northwind.example",
      description: "Ranks transactions for the financial crime team. An analyst decides on every report.",
    },
    service: "aml-batch",
    decisions: { CLEAR: 84, REVIEW: 13, ESCALATE: 3 },
    latencyMs: [120, 900],
    share: 14,
  },
  kycDocuments: {
    registration: {
      name: "KYC document check",
      version: "3.0.1",
      provider: "aws-bedrock",
      riskTier: "HIGH",
      ownerEmail: "onboarding@northwind.example",
      description: "Reads identity documents and compares them with the application.",
      allowedEndpoints: [{ host: "bedrock-runtime.eu-west-2.amazonaws.com", departments: ["Onboarding"] }],
    },
    service: "onboarding-api",
    decisions: { ACCEPTED: 78, MANUAL_CHECK: 17, REJECTED: 5 },
    latencyMs: [900, 4200],
    share: 9,
  },
  claimsTriage: {
    registration: {
      name: "Claims triage",
      version: "0.8.2",
      provider: "azure-openai",
      riskTier: "MEDIUM",
      ownerEmail: "claims@northwind.example",
      description: "Sorts incoming insurance claims by urgency and likely cost.",
      allowedEndpoints: [{ host: "northwind.openai.azure.com", departments: ["Claims"] }],
    },
    service: "claims-intake",
    decisions: { FAST_TRACK: 46, STANDARD: 44, INVESTIGATE: 10 },
    latencyMs: [400, 2600],
    share: 9,
  },
  customerAssistant: {
    registration: {
      name: "Customer assistant",
      version: "2.4.0",
      provider: "openai",
      riskTier: "MEDIUM",
      ownerEmail: "digital@northwind.example",
      description: "Answers customer questions in the app and hands over to an agent on request.",
      allowedEndpoints: [{ host: "api.openai.com", departments: ["Digital"], ipRanges: ["10.40.0.0/16"] }],
    },
    service: "assistant-bff",
    decisions: { ANSWERED: 82, HANDED_OVER: 14, REFUSED: 4 },
    latencyMs: [700, 5200],
    share: 10,
  },
  depositPricing: {
    registration: {
      name: "Deposit pricing",
      version: "1.3.0",
      provider: "in-house",
      riskTier: "MEDIUM",
      ownerEmail: "treasury@northwind.example",
      description: "Proposes savings rates, which treasury approves.",
    },
    service: "pricing-engine",
    decisions: { RATE_PROPOSED: 95, NO_CHANGE: 5 },
    latencyMs: [200, 1400],
    share: 4,
  },
  invoiceReader: {
    registration: {
      name: "Invoice reader",
      version: "5.1.7",
      provider: "google-vertex",
      riskTier: "LOW",
      ownerEmail: "procurement@northwind.example",
      description: "Extracts supplier invoices into the ledger.",
      allowedEndpoints: [{ host: "europe-west2-aiplatform.googleapis.com", departments: ["Procurement"] }],
    },
    service: "ap-automation",
    decisions: { POSTED: 88, NEEDS_REVIEW: 12 },
    latencyMs: [500, 2100],
    share: 4,
  },
} as const satisfies Record<string, DemoModel>;

export type DemoModelKey = keyof typeof demoModels;
