/**
 * The path to open after sign-in: a path of this service, or `/` for anything else. `given` is untrusted: anything that
 * a browser could resolve to another host, encoded or not, is rejected.
 */
export function returnPath(given: unknown, origin: string): string {
  if (typeof given !== "string" || given === "" || given.length > lengthMax) return home;
  const path = given.startsWith(`${origin}/`) ? given.slice(origin.length) : given;
  if (!path.startsWith("/") || leadsAway(path)) return home;
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  if (url?.origin !== origin || leadsAway(url.pathname) || isOfSignIn(url.pathname)) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

const home = "/";
const lengthMax = 2_000;

function leadsAway(path: string): boolean {
  const decoded = decodedWholly(path);
  return decoded === undefined || /^[/\\]{2}/.test(decoded) || /[\\\p{Cc}]/u.test(decoded.split(/[?#]/)[0] ?? "");
}

/** Fully percent-decoded; undefined if malformed or encoded more than twice. */
function decodedWholly(text: string): string | undefined {
  let current = text.split(/[?#]/)[0] ?? "";
  for (let layer = 0; layer < 3; layer++) {
    const decoded = decodeOnce(current);
    if (decoded === undefined || decoded === current) return decoded;
    current = decoded;
  }
  return undefined;
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** These would lead back to sign-in. */
function isOfSignIn(path: string): boolean {
  return /^\/(?:api|sign-in)(?:\/|$)/.test(path);
}
