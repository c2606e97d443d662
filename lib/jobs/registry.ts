import type { Job } from "@/lib/jobs/define";
import { analyseShadowAi } from "@/lib/jobs/functions/analyse-shadow-ai";
import { applyRetention } from "@/lib/jobs/functions/apply-retention";
import { attestCheckpoints, sweepAttestations } from "@/lib/jobs/functions/attest-checkpoints";
import { deliverAuditStream, sweepAuditStreams, wakeAuditStreams } from "@/lib/jobs/functions/deliver-audit-streams";
import { deliverWebhook } from "@/lib/jobs/functions/deliver-webhook";
import { evaluateAlertPolicies } from "@/lib/jobs/functions/evaluate-alert-policies";
import { expireEvidence } from "@/lib/jobs/functions/expire-evidence";
import { expireExceptions } from "@/lib/jobs/functions/expire-exceptions";
import { generateEvidence } from "@/lib/jobs/functions/generate-evidence";
import { issueCheckpoints } from "@/lib/jobs/functions/issue-checkpoints";
import { makeRequestedReport, startScheduledReports } from "@/lib/jobs/functions/make-reports";
import { notifyFailedDeliveries } from "@/lib/jobs/functions/notify-failed-deliveries";
import { pruneMembers } from "@/lib/jobs/functions/prune-members";
import { pruneShadowAi, sweepShadowAi } from "@/lib/jobs/functions/prune-shadow-ai";
import { publishChainEvents, sweepChainFollowers } from "@/lib/jobs/functions/publish-chain-events";
import { publishChainVerified } from "@/lib/jobs/functions/publish-chain-verified";
import { publishCheckpoints } from "@/lib/jobs/functions/publish-checkpoints";
import { publishIntegrityFailure } from "@/lib/jobs/functions/publish-integrity-failure";
import { sealRecordsNightly } from "@/lib/jobs/functions/seal-records-nightly";
import { sendMail } from "@/lib/jobs/functions/send-mail";
import { sweepWebhookDeliveries } from "@/lib/jobs/functions/sweep-deliveries";
import { sweepPendingEffects } from "@/lib/jobs/functions/sweep-pending-effects";
import { sweepVerifications, verifyChain } from "@/lib/jobs/functions/verify-chain";
import { verifyChainsNightly } from "@/lib/jobs/functions/verify-chains-nightly";
import { watchIntegrations } from "@/lib/jobs/functions/watch-integrations";
import { watchLogFolder } from "@/lib/jobs/functions/watch-log-folder";

/** Every background function of the service. */
export const jobs: Job[] = [
  deliverWebhook,
  notifyFailedDeliveries,
  sweepWebhookDeliveries,
  publishChainEvents,
  evaluateAlertPolicies,
  wakeAuditStreams,
  deliverAuditStream,
  sweepAuditStreams,
  publishIntegrityFailure,
  sweepChainFollowers,
  sendMail,
  sweepPendingEffects,
  issueCheckpoints,
  publishCheckpoints,
  attestCheckpoints,
  sweepAttestations,
  verifyChain,
  publishChainVerified,
  sealRecordsNightly,
  verifyChainsNightly,
  sweepVerifications,
  generateEvidence,
  expireEvidence,
  analyseShadowAi,
  sweepShadowAi,
  pruneShadowAi,
  watchLogFolder,
  expireExceptions,
  pruneMembers,
  applyRetention,
  watchIntegrations,
  makeRequestedReport,
  startScheduledReports,
];
