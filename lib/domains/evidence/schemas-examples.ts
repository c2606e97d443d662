/** Examples of packages in the documentation and in test events of webhooks. */
const id = "epkg_01kahbc2g8m9n4q6r1s7t3v5wx";
const modelId = "mdl_01kahbc2g8m9n4q6r1s7t3v5wx";
const framework = "EU_AI_ACT_ANNEX_IV" as const;
const dateRange = { from: "2025-10-01T00:00:00.000Z", to: "2025-12-31T23:59:59.999Z" };

export const exampleRequest = {
  modelId,
  framework,
  dateRange,
  format: "PDF" as const,
  includeChainProof: true,
  includeHumanOversight: true,
  sections: ["RISK_MANAGEMENT", "HUMAN_OVERSIGHT"],
  recipientName: "Prudential Regulation Authority",
  notes: "For the review in January.",
};

export const exampleGenerated = {
  id,
  status: "GENERATING" as const,
  modelId,
  framework,
  dateRange,
  estimatedCompletionSeconds: 8,
  packagesAhead: 0,
  createdAt: "2026-01-15T10:00:10.000Z",
};

export const exampleReady = {
  id,
  status: "READY" as const,
  modelId,
  modelName: "Credit scoring",
  framework,
  dateRange,
  summary: {
    totalEvents: 4217,
    inferences: 4150,
    configChanges: 21,
    deployments: 6,
    humanReviews: 38,
    alerts: 2,
    recordedLate: 0,
    chainIntact: true,
    integrity: {
      status: "INTACT" as const,
      sentence: "Passed: content, links and checkpoints. Not checked: completeness and saved receipt.",
      period: [],
    },
  },
  downloadUrl: `https://audit.example.com/v1/evidence/${id}/download?token=mkgm3nbs.example`,
  downloadUrlExpiresAt: "2026-01-16T10:00:18.000Z",
  packageHash: "sha256:26d3e8be2e6b1adcbbc39af6c19d6b2177de0e8bba66c82ec4ae828bc9c2c71a",
  packageSignature: "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=",
  pages: 84,
  format: "PDF" as const,
  generatedAt: "2026-01-15T10:00:18.000Z",
  expiresAt: "2027-01-15T10:00:18.000Z",
};

export const exampleExpired = {
  id,
  modelId,
  framework,
  downloadUrlExpiresAt: exampleReady.downloadUrlExpiresAt,
};

export const examplePackage = {
  ...exampleReady,
  held: false,
  modelVersion: "4.2.0",
  mappingVersion: "2026-11-24",
  sections: exampleRequest.sections,
  includeChainProof: true,
  includeHumanOversight: true,
  recipientName: exampleRequest.recipientName,
  notes: exampleRequest.notes,
  requestedBy: { type: "SERVICE", id: "key_01kahbc2g8m9n4q6r1s7t3v5wx", displayName: "Governance pipeline" },
  progress: null,
  failureReason: null,
  coverage: {
    countedAs: "points",
    total: 9,
    byStatus: {
      ADVERSE: 0,
      EVIDENCED: 1,
      PARTIAL: 6,
      NO_EVENTS_IN_PERIOD: 0,
      NOT_EVIDENCED_BY_EVENTS: 2,
      OUT_OF_SCOPE: 0,
    },
    headline: "1 evidenced, 6 partial, 0 adverse, 2 to supply, of 9",
  },
  documents: { supplied: 1, needed: 9 },
  controls: [{ requirement: "8", title: "Declaration of conformity", counted: true, status: "SUPPLIED" as const }],
  keyId: "9f1c8d3e2b7a6054",
  signedBy: "Governance Audit Service evidence seal",
  timestampedAt: "2026-01-20T09:14:40.000Z",
  sizeBytes: 1_482_113,
  createdAt: exampleGenerated.createdAt,
};

const verification = {
  packageId: id,
  authentic: true,
  status: "intact" as const,
  fileChecked: true,
  message: "The package is authentic: hash, stored file and signature match.",
  generatedAt: exampleReady.generatedAt,
  signedBy: examplePackage.signedBy,
  keyId: examplePackage.keyId,
  verifiedAt: "2026-01-20T09:30:00.000Z",
};

export const exampleVerification = {
  ...verification,
  contentIntact: true,
  failedCheck: null,
  framework,
  modelId: exampleReady.modelId,
  dateRange: exampleReady.dateRange,
};

export const examplePublicVerification = {
  ...verification,
  reportId: null,
  framework,
  format: "PDF" as const,
  packageSignature: exampleReady.packageSignature,
};
