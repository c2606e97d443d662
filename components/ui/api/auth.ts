/** Sends a form of sign-in or sign-out with the token that shows it comes from this site. Answers where to go then. */
export async function postAuth(
  path: "signout" | "signin/openid" | "callback/credentials",
  fields: object,
): Promise<URL> {
  const asked = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`/api/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  const { url } = (await answer.json()) as { url?: unknown };
  if (typeof url !== "string") throw new Error(`The service returned status ${answer.status}.`);
  return new URL(url, location.origin);
}
