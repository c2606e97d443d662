import { replaceCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { rotateKey } from "./support/rotate-key";

const usage = `Usage: npm run checkpoints:rotate

Puts a new key in the place of the one in DATA_DIR/checkpoint-key.pem. What was signed before still verifies: the old public
key is kept in DATA_DIR/checkpoint-keys and stays published. The service may run meanwhile. Not with CHECKPOINT_KEY: set
another one there instead.

  --help   This text.

docs/operations/checkpoints.md says what to do before and after.`;

export const command = rotateKey(usage, replaceCheckpointKey);
