import type { Command } from "./support/command";

/** Every command, loaded when it runs: the witness, for example, must work without the service's configuration. */
export const commands: Record<string, [summary: string, load: () => Promise<{ command: Command }>]> = {
  "db:migrate": ["Apply migrations", () => import("./migrate")],
  "organisations:create": ["Create an organisation", () => import("./create-organisation")],
  "organisations:limits": ["Show or change the rate limits of an organisation", () => import("./change-limits")],
  "organisations:move": ["Move an organisation to another installation", () => import("./move-organisation")],
  "members:create": ["Create or invite a member", () => import("./create-member")],
  "keys:create": ["Create an API key", () => import("./create-key")],
  mail: ["List stored e-mails with their links", () => import("./mail")],
  fsck: ["Verify stored audit chains", () => import("./fsck")],
  "restore:drill": ["Restore a backup and verify it", () => import("./restore-drill")],
  "verify:bundle": ["Verify an evidence package offline", () => import("./verify-bundle")],
  witness: ["Run a witness for audit chains", () => import("./witness")],
  "secrets:rotate": ["Re-encrypt stored secrets", () => import("./rotate-encryption-key")],
  "checkpoints:initialise": ["Initialise the checkpoint signer", () => import("./initialise-signer")],
  "checkpoints:rotate": [
    "Rotate the checkpoint key",
    async () => ({ command: (await import("./rotate-signing-key")).rotateCheckpointKey }),
  ],
  "evidence-keys:rotate": [
    "Rotate the evidence key",
    async () => ({ command: (await import("./rotate-signing-key")).rotateEvidenceKey }),
  ],
  "evidence:timestamp": ["Add document timestamps to evidence packages", () => import("./timestamp-packages")],
  "records:seal": ["Record the state of governed records on the chain", () => import("./seal-records")],
  "catalogue:update": ["Install a signed catalogue of AI services", () => import("./update-catalogue")],
  syslog: ["Receive network logs through syslog", () => import("./syslog")],
  pull: ["Import network logs from S3-compatible buckets", () => import("./pull")],
  "shadow-ai:import": ["Import network logs", () => import("./shadow-ai-import")],
};
