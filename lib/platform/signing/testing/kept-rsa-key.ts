import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { secretFile } from "@/lib/platform/crypto/secret-file";

/**
 * An RSA private key in PEM (PKCS#8), by name, for tests that are not about key generation. Finding a 4096-bit key
 * takes seconds, so the first use stores it for all later processes and runs.
 */
export function keptRsaKey(name: string, modulusLength: number): string {
  return secretFile(join(process.cwd(), ".data", "test-keys", `${name}-${modulusLength}.pem`), () =>
    generateKeyPairSync("rsa", { modulusLength }).privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  );
}
