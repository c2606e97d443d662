import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { decryptSecret, encryptSecret } from "@/lib/encryption";
import { underCurrentKey } from "@/lib/reencryption";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** What a mail says, as it is stored. */
export interface StoredBody {
  text: string;
  html: string;
  /** Null where both are clear. */
  bodyKey: string | null;
}

interface MailPlace {
  id: string;
  organisationId: string;
}

type Part = "text" | "html";

/**
 * Encrypts both forms of a mail under a key of its own (AES-256-GCM, a fresh IV each), and that key under the service's.
 * Neither form decrypts in the place of the other or of another mail.
 */
export function sealBody(mail: MailPlace, body: Record<Part, string>): StoredBody {
  const key = randomBytes(keyBytes);
  const seal = (part: Part) => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(place(mail, part));
    return Buffer.concat([iv, cipher.update(body[part], "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
      "base64",
    );
  };
  return {
    text: seal("text"),
    html: seal("html"),
    bodyKey: encryptSecret(key.toString("base64"), keyContext(mail)),
  };
}

/** What a mail says; one that was stored before mails were encrypted is as it is. Throws where it does not decrypt. */
export function openBody(mail: MailPlace & StoredBody): Record<Part, string> {
  const { text, html, bodyKey } = mail;
  if (bodyKey === null) return { text, html };
  const key = Buffer.from(decryptSecret(bodyKey, keyContext(mail)), "base64");
  const open = (part: Part) => {
    const sealed = Buffer.from(mail[part], "base64");
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(place(mail, part))
      .setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString("utf8");
  };
  return { text: open("text"), html: open("html") };
}

/** The mail's key under the service's current one; as it is where it is so already. */
export function resealBodyKey(mail: MailPlace & { bodyKey: string }): string {
  return underCurrentKey(mail.bodyKey, keyContext(mail));
}

function keyContext({ organisationId, id }: MailPlace): string {
  return `mail-body/${organisationId}/${id}`;
}

function place({ organisationId, id }: MailPlace, part: Part): Buffer {
  return Buffer.from(`mail-${part}/${organisationId}/${id}`);
}
