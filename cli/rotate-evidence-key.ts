import { replaceEvidenceKey } from "@/lib/platform/signing/evidence-keys";
import { rotateKey } from "./support/rotate-key";

const usage = `Usage: npm run evidence-keys:rotate

Replaces the evidence signing key in DATA_DIR/evidence-key.pem. Earlier packages stay verifiable: the old public key is
stored in DATA_DIR/evidence-keys and remains published. The service can keep running. If the key is configured
(EVIDENCE_KEY, EVIDENCE_SIGN_COMMAND, EVIDENCE_CERTIFICATE), replace it in the configuration instead.

  --help   Show this text.

For the steps before and after, see docs/operations/evidence.md.`;

export const command = rotateKey(usage, replaceEvidenceKey);
