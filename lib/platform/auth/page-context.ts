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
    return await readSession(await headers(), systemClock);
  } catch (error) {
    if (isDatabaseUnavailable(error) || isSchemaBroken(error)) noteDatabaseFailure();
    throw error;
  }
});

/** Who is signed in where a page is rendered; undefined for nobody. Looked up once a request. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const session = await known();
  return session && toSession(session);
});

/** Who is signed in; whoever is not is led to sign-in, and from there back to the page. */
export async function requireSession(): Promise<Session> {
  return toSession((await known()) ?? (await leadToSignIn()));
}

/** What a server page hands to verbs: the same context that a request to the API would have. Without a session as above. */
export const pageContext = cache(async (): Promise<Context> => {
  const session = (await known()) ?? (await leadToSignIn());
  return { ...session.principal, clock: systemClock, requestId: requestIdOf({ headers: await headers() }) };
});

/** In a navigation within the dashboard only the page is rendered, not its layout. */
async function leadToSignIn(): Promise<never> {
  const wanted = (await headers()).get("x-pathname") ?? "/";
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(wanted)}`);
}
