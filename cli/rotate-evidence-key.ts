import { replaceEvidenceKey } from "@/lib/platform/signing/evidence-keys";
import { rotateKey } from "./support/rotate-key";

const usage = `Usage: npm run evidence-keys:rotate

Puts a new key in the place of the one in DATA_DIR/evidence-key.pem. Packages that were signed before still verify: the old
public key is kept in DATA_DIR/evidence-keys and stays published. The service may run meanwhile. Not where the key comes from
the configuration (EVIDENCE_KEY, EVIDENCE_SIGN_COMMAND, EVIDENCE_CERTIFICATE): configure another one there instead.

  --help   This text.

docs/operations/evidence.md says what to do before and after.`;

export const command = rotateKey(usage, replaceEvidenceKey);
