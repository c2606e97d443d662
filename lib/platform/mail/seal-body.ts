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
  /** Null where both are clear. */
  bodyKey: string | null;
  /** The token of the link, sealed; null where there is none. */
  linkToken: string | null;
}

interface MailPlace {
  id: string;
  organisationId: string;
}

type Part = "text" | "html" | "linkToken";

/** The contents of a mail, with a placeholder in the place of the token of its link. */
type MailBody = Record<"text" | "html", string>;

/** Shown instead of a token, wherever a mail is read but by its recipient and on the server's command line. */
const hiddenToken = "#token=[hidden]";

/** A token in a link: one that was written before tokens were stored apart from the text is hidden by its form alone. */
const anyToken = /#token=[\w-]+/g;

/**
 * Encrypts both forms of a mail under a key of its own (AES-256-GCM, a fresh IV each), and that key under the service's.
 * The token of its link is replaced in both and encrypted apart. No part decrypts in the place of another or of another
 * mail.
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
 * The mail as its recipient reads it, with its link: to send it, and for the server's command line. Where the token was
 * deleted, the placeholder stays. Throws where it does not decrypt.
 */
export function openMail(mail: MailPlace & StoredBody): MailBody {
  const { text, html, linkToken } = openParts(mail);
  if (linkToken === null) return { text, html };
  const withToken = (content: string) => content.replaceAll(hiddenToken, `#token=${linkToken}`);
  return { text: withToken(text), html: withToken(html) };
}

/** The mail without the token of its link: all that the API, pages and exports may show. */
export function openRedacted(mail: MailPlace & StoredBody): MailBody {
  const { text, html } = openParts({ ...mail, linkToken: null });
  return { text: withoutTokens(text), html: withoutTokens(html) };
}

/** A text of elsewhere, such as a mail server's answer that repeats parts of the mail, without tokens of links. */
export function withoutTokens(text: string): string {
  return text.replaceAll(anyToken, hiddenToken);
}

/** Mails stored before encryption was introduced are in plain text. */
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
