import { z } from "zod";
import { CatalogueHosts } from "@/lib/domains/shadow-ai/catalogue/data";
import { type HostCatalogue, readCatalogue } from "@/lib/domains/shadow-ai/catalogue/entries";
import { jcs } from "@/lib/platform/crypto/jcs";
import { isSignatureOf, type PublicKey, type SigningKey, signText } from "@/lib/platform/signing/ed25519";

const format = "governance-catalogue/1";

/** A catalogue file: hosts and the signature of their canonical JSON. */
const CatalogueFile = z.strictObject({
  format: z.literal(format),
  catalogue: CatalogueHosts,
  signature: z.strictObject({ keyId: z.string(), value: z.string() }),
});
export type CatalogueFile = z.infer<typeof CatalogueFile>;

/** The format is signed too, so that a signature of other data is not accepted. */
function signedText(catalogue: CatalogueHosts): string {
  return `${format}\n${jcs(catalogue)}`;
}

export function signCatalogue(catalogue: CatalogueHosts, key: SigningKey): CatalogueFile {
  const value = signText(key, signedText(catalogue)).toString("base64");
  return { format, catalogue, signature: { keyId: key.id, value } };
}

/** @throws RangeError that states why the file is not accepted, and names the field. */
export function readCatalogueFile(
  text: string,
  trusted: readonly PublicKey[],
): { file: CatalogueFile; hosts: HostCatalogue } {
  const parsed = CatalogueFile.safeParse(readJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new RangeError(`${issue?.path.join(".") || "The file"}: ${issue?.message}`);
  }
  const { catalogue, signature } = parsed.data;
  const key = trusted.find(({ id }) => id === signature.keyId);
  if (!key) throw new RangeError(`signature.keyId: ${signature.keyId} is not a key in CATALOGUE_PUBLIC_KEYS.`);
  if (!isSignatureOf(key, signedText(catalogue), signature.value))
    throw new RangeError("signature.value: the signature does not match the catalogue.");
  return { file: parsed.data, hosts: readCatalogue(catalogue) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError("The file is not valid JSON.");
  }
}
