import type { Job } from "@/lib/jobs/define";
import * as auditChain from "@/lib/jobs/functions/audit-chain";
import * as chainFollowers from "@/lib/jobs/functions/chain-followers";
import * as documents from "@/lib/jobs/functions/documents";
import * as maintenance from "@/lib/jobs/functions/maintenance";
import * as shadowAi from "@/lib/jobs/functions/shadow-ai";
import * as webhooks from "@/lib/jobs/functions/webhooks";

/** Every background function of the service: whatever these files export. */
export const jobs: Job[] = [webhooks, chainFollowers, auditChain, documents, shadowAi, maintenance].flatMap(
  (functions): Job[] => Object.values(functions),
);
