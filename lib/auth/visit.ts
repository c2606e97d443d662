import { authCookies, cookieName } from "@/lib/auth/cookies";
import type { SignedIn } from "@/lib/auth/open-session";
import { returnPath } from "@/lib/auth/return-path";

/** A form, or a JSON object in its place. */
export type Form = Record<string, unknown> | undefined;

/** One request to sign in or out, and what came of it. */
export interface Visit {
  request: Request;
  /** Below /api/auth. */
  path: string[];
  /** Of this service, as the browser knows it. */
  origin: string;
  form: Form;
  signedIn: SignedIn | undefined;
  /** What went wrong with us, and is nobody's fault who wants to sign in. */
  failure: unknown;
}

/** Where somebody wants to go: as the form or the link says, or as was said before they went to their provider. */
export function wantedPath({ request, origin, form }: Visit): string {
  const asked = form?.["callbackUrl"] ?? new URL(request.url, origin).searchParams.get("callbackUrl");
  return returnPath(asked ?? authCookies(request.headers)[cookieName("callback-url")], origin);
}
