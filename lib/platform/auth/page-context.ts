import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Session } from "@/lib/platform/auth/schemas";
import { readSession, toSession } from "@/lib/platform/auth/sessions";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { noteDatabaseFailure } from "@/lib/platform/database/database-failures";
import { isDatabaseUnavailable, isSchemaBroken } from "@/lib/platform/database/db";
import { requestIdOf } from "@/lib/platform/http/request";

const known = cache(async () => {
  try {
    return followMove(await readSession(await headers(), systemClock));
  } catch (error) {
    if (isDatabaseUnavailable(error) || isSchemaBroken(error)) noteDatabaseFailure();
    throw error;
  }
});

/** Redirects to the installation that the organisation has moved to, where the member signs in again. */
function followMove(session: Awaited<ReturnType<typeof readSession>>): typeof session {
  const move = session?.principal.organisation.move;
  if (move?.state === "MOVED" && move.address !== null) redirect(move.address);
  return session;
}

/** The session of a page request, read once per request. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const session = await known();
  return session && toSession(session);
});

/** The session, or a redirect to sign-in and back. */
export async function requireSession(): Promise<Session> {
  return toSession((await known()) ?? (await redirectToSignIn()));
}

/** The context that a request to the API would have, or a redirect to sign-in. */
export const pageContext = cache(async (): Promise<Context> => {
  const session = (await known()) ?? (await redirectToSignIn());
  return { ...session.principal, clock: systemClock, requestId: requestIdOf({ headers: await headers() }) };
});

/** Client-side navigation renders only the page, not its layout, so each page checks. */
async function redirectToSignIn(): Promise<never> {
  const wanted = (await headers()).get("x-pathname") ?? "/";
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(wanted)}`);
}
