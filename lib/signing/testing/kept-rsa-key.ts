import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { keptFile } from "@/lib/kept-file";

/**
 * An RSA private key of a name, in PEM (PKCS#8), for tests that are not about making one: 4096 bits take seconds to find, so
 * whoever needs a key first keeps it for all processes and runs that follow.
 */
export function keptRsaKey(name: string, modulusLength: number): string {
  return keptFile(join(process.cwd(), ".data", "test-keys", `${name}-${modulusLength}.pem`), () =>
    generateKeyPairSync("rsa", { modulusLength }).privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  );
}
