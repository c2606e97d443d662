import type { Job } from "@/lib/platform/jobs/define";
import * as auditChain from "@/lib/platform/jobs/functions/audit-chain";
import * as chainFollowers from "@/lib/platform/jobs/functions/chain-followers";
import * as documents from "@/lib/platform/jobs/functions/documents";
import * as maintenance from "@/lib/platform/jobs/functions/maintenance";
import * as shadowAi from "@/lib/platform/jobs/functions/shadow-ai";
import * as webhooks from "@/lib/platform/jobs/functions/webhooks";

/** All background functions of the service, as exported by these files. */
export const jobs: Job[] = [webhooks, chainFollowers, auditChain, documents, shadowAi, maintenance].flatMap(
  (functions): Job[] => Object.values(functions),
);
