import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";
import { underCurrentKey } from "@/lib/platform/database/reencryption";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

export interface StoredBody {
  text: string;
  html: string;
  /** Null if both are in plain text. */
  bodyKey: string | null;
  /** The encrypted token of the link, if any. */
  linkToken: string | null;
}

interface MailPlace {
  id: string;
  organisationId: string;
}

type Part = "text" | "html" | "linkToken";

/** With a placeholder for the token of the link. */
type MailBody = Record<"text" | "html", string>;

/** Replaces the token, except for the recipient and on the server's command line. */
const hiddenToken = "#token=[hidden]";

/** Also matches tokens of e-mails from before tokens were stored separately. */
const anyToken = /#token=[\w-]+/g;

/**
 * Encrypts both forms and the token of the link under the e-mail's own key (AES-256-GCM, random IVs), and that key
 * under the service's. Each part is bound to its e-mail and to its kind.
 */
export function sealBody(mail: MailPlace, body: MailBody, linkToken?: string): StoredBody {
  const key = randomBytes(keyBytes);
  const seal = (part: Part, content: string) => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(place(mail, part));
    return Buffer.concat([iv, cipher.update(content, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
  };
  const withoutToken = (content: string) =>
    linkToken === undefined ? content : content.replaceAll(`#token=${linkToken}`, hiddenToken);
  return {
    text: seal("text", withoutToken(body.text)),
    html: seal("html", withoutToken(body.html)),
    bodyKey: encryptSecret(key.toString("base64"), keyContext(mail)),
    linkToken: linkToken === undefined ? null : seal("linkToken", linkToken),
  };
}

/**
 * The e-mail with its link, for sending and for the server's command line. If the token was deleted, the placeholder
 * stays. Throws if decryption fails.
 */
export function openMail(mail: MailPlace & StoredBody): MailBody {
  const { text, html, linkToken } = openParts(mail);
  if (linkToken === null) return { text, html };
  const withToken = (content: string) => content.replaceAll(hiddenToken, `#token=${linkToken}`);
  return { text: withToken(text), html: withToken(html) };
}

/** The e-mail without its token, for the API and the dashboard. */
export function openRedacted(mail: MailPlace & StoredBody): MailBody {
  const { text, html } = openParts({ ...mail, linkToken: null });
  return { text: withoutTokens(text), html: withoutTokens(html) };
}

/** Removes tokens from other texts, for example a mail server's error that quotes the e-mail. */
export function withoutTokens(text: string): string {
  return text.replaceAll(anyToken, hiddenToken);
}

/** E-mails from before encryption was introduced are in plain text. */
function openParts(mail: MailPlace & StoredBody): MailBody & { linkToken: string | null } {
  const { text, html, bodyKey, linkToken } = mail;
  if (bodyKey === null) return { text, html, linkToken: null };
  const key = Buffer.from(decryptSecret(bodyKey, keyContext(mail)), "base64");
  const open = (part: Part, content: string) => {
    const sealed = Buffer.from(content, "base64");
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(place(mail, part))
      .setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString("utf8");
  };
  return {
    text: open("text", text),
    html: open("html", html),
    linkToken: linkToken === null ? null : open("linkToken", linkToken),
  };
}

/** The e-mail's key under the service's current key. */
export function resealBodyKey(mail: MailPlace & { bodyKey: string }): string {
  return underCurrentKey(mail.bodyKey, keyContext(mail));
}

function keyContext({ organisationId, id }: MailPlace): string {
  return `mail-body/${organisationId}/${id}`;
}

function place({ organisationId, id }: MailPlace, part: Part): Buffer {
  return Buffer.from(`mail-${part}/${organisationId}/${id}`);
}
