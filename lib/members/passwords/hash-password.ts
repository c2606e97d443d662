import { hash, verify } from "@node-rs/argon2";

/** Argon2id, which is the library's default, at the figures that OWASP names for it; 19 MiB for each at a time. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a password that nobody has, at the same figures. */
const nobodys = "$argon2id$v=19$m=19456,t=2,p=1$zZwzEDGQmrPv1XdnK/TZQg$iO713ohvcgA/Bc5QjNVFmufJ/ULfwE2bZ7o16e5D8Lw";

/** Beyond it nothing can be the password of anybody, and no work is done on it. */
const charactersMax = 1_024;

/** What is stored of a password: Argon2id in the PHC form, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

/**
 * Whether a password is the one behind a hash. Without a hash the answer is false and costs as much, so that the time it
 * takes does not tell whether there is such a member.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const given = password.length > charactersMax ? "" : password.normalize("NFKC");
  const matches = await verify(storedHash ?? nobodys, given);
  return matches && storedHash !== null;
}
