import type { Saying } from "@/lib/evidence/frameworks/types";

/** What a CONFIG_CHANGE is about, by its kind where it names one, else by the name of what was changed. */
const about = (kinds: readonly string[], fields: readonly string[]): readonly Saying[] => [
  { key: "kind", words: kinds },
  { key: "field", words: fields },
];

export const aboutTier = about(
  ["TIER", "RISK_TIER", "MODEL_TIER", "CLASSIFICATION"],
  ["*tier", "materiality", "*riskClass", "riskClassification"],
);

export const aboutOwner = about(
  ["OWNER", "OWNERSHIP", "APPROVER", "ACCOUNTABILITY"],
  ["*owner", "ownerEmail", "*approver", "accountableExecutive", "seniorManager"],
);

export const aboutPolicy = about(["POLICY"], ["*policy", "policyVersion"]);

export const aboutThreshold = about(["THRESHOLD"], ["*threshold", "*cutoff"]);

export const aboutGuardrail = about(
  ["GUARDRAIL", "PROMPT", "KILL_SWITCH"],
  ["*guardrail", "*guardrails", "*prompt", "*killSwitch"],
);

export const aboutAdjustment = about(
  ["POST_MODEL_ADJUSTMENT", "PMA", "OVERLAY"],
  ["*overlay", "*adjustment", "postModelAdjustment*"],
);

export const aboutRestriction = about(
  ["RESTRICTION", "ALLOWLIST", "USE_LIMIT"],
  ["*restriction", "*restrictions", "*allowlist", "allowedEndpoints", "allowedUses"],
);

export const aboutException = about(["EXCEPTION", "WAIVER"], ["*exception", "*exceptions", "*waiver"]);

export const aboutCorrection = about(
  ["CORRECTIVE_ACTION", "CORRECTIVE", "REMEDIATION"],
  ["*correctiveAction", "*remediation"],
);

export const aboutProvider = about(
  ["PROVIDER", "VENDOR", "SUPPLIER", "ALLOWLIST"],
  ["*provider", "*vendor", "*supplier", "*endpoint", "allowedEndpoints", "*allowlist"],
);
