/** An address as it is stored and compared: in lower case. PostgreSQL keeps no NUL and no half of a character. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase().replaceAll("\0", "").toWellFormed();
}
