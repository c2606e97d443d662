import { leavePage } from "@/components/ui/api/client";
import { notify } from "@/components/ui/feedback/messages";

/** Submits a sign-in or sign-out form with its CSRF token. @returns the URL to open next. */
export async function postAuth(
  path: "signout" | "signin/openid" | "callback/credentials",
  fields: object,
): Promise<URL> {
  const csrf = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  const { url } = (await response.json()) as { url?: unknown };
  if (typeof url !== "string") throw new Error(`The service returned status ${response.status}.`);
  return new URL(url, location.origin);
}

/** Ends the session and opens the sign-in page. */
export async function signOut(): Promise<void> {
  const stay = leavePage();
  try {
    await postAuth("signout", { callbackUrl: "/sign-in" });
    location.assign("/sign-in");
  } catch (error) {
    stay();
    notify.error(error);
  }
}
