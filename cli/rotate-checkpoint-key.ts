import { replaceCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { rotateKey } from "./support/rotate-key";

const usage = `Usage: npm run checkpoints:rotate

Replaces the checkpoint signing key in DATA_DIR/checkpoint-key.pem. Earlier signatures stay valid: the old public key is
stored in DATA_DIR/checkpoint-keys and remains published. The service can keep running. If CHECKPOINT_KEY is set, replace
the key there instead.

  --help   Show this text.

For the steps before and after, see docs/operations/checkpoints.md.`;

export const command = rotateKey(usage, replaceCheckpointKey);
