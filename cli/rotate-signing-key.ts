import { replaceCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { replaceEvidenceKey } from "@/lib/platform/signing/evidence-keys";
import { withServiceDatabase } from "@/server/database/service-database";
import { type Command, defineCommand } from "./support/command";

const checkpointUsage = `Usage: npm run checkpoints:rotate

Replaces the checkpoint signing key in DATA_DIR/checkpoint-key.pem. Earlier signatures stay valid: the old public key is
stored in DATA_DIR/checkpoint-keys and remains published. The service can keep running. If CHECKPOINT_KEY is set, replace
the key there instead.

  --help   Show this help.

For the steps before and after, see docs/operations/checkpoints.md.`;

const evidenceUsage = `Usage: npm run evidence-keys:rotate

Replaces the evidence signing key in DATA_DIR/evidence-key.pem. Earlier packages stay verifiable: the old public key is
stored in DATA_DIR/evidence-keys and remains published. The service can keep running. If the key is configured
(EVIDENCE_KEY, EVIDENCE_PKCS12_FILE, EVIDENCE_SIGN_COMMAND, EVIDENCE_CERTIFICATE), replace it in the configuration
instead.

  --help   Show this help.

For the steps before and after, see docs/operations/evidence.md.`;

export const rotateCheckpointKey = rotation(checkpointUsage, replaceCheckpointKey);
export const rotateEvidenceKey = rotation(evidenceUsage, replaceEvidenceKey);

interface Replaced {
  retiredId: string;
  currentId: string;
}

/** A command without flags that replaces a key in DATA_DIR and prints the ids of both keys. */
function rotation(usage: string, replaceKey: () => Promise<Replaced> | Replaced): Command {
  return defineCommand({
    usage,
    flags: {},
    async run(_flags, { out, program }) {
      const { retiredId, currentId } = await withServiceDatabase(program, async () => replaceKey());
      out.write(
        `New signatures use the key ${currentId}. The key ${retiredId} is still available to verify earlier signatures.\n`,
      );
    },
  });
}
