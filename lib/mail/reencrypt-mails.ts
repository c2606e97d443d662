import { resealBodyKey } from "@/lib/mail/seal-body";
import { findBodyKeys, type KeyedMail, replaceBodyKey } from "@/lib/mail/store";
import { type Reencryption, reencryptRows } from "@/lib/reencryption";

/** Encrypts the keys of all mails anew that are not under the current key, while the service runs. */
export function reencryptMails(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findBodyKeys, idOf: ({ id }) => id, reencrypt }, tell);
}

async function reencrypt(mail: KeyedMail): Promise<boolean> {
  const after = resealBodyKey(mail);
  return after !== mail.bodyKey && replaceBodyKey(mail, after);
}
