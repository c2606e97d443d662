import { singleton } from "@/lib/singleton";

/** What keeps the results of looking up sessions by their ids. */
interface KeepsSessions {
  drop(sessionId: string): void;
}

/** The caches of this process, which {@link forgetSession} reaches. */
function caches(): Set<KeepsSessions> {
  return singleton("session-caches", () => new Set<KeepsSessions>());
}

/** From now on `forgetSession` reaches this cache too. */
export function registerSessionCache(cache: KeepsSessions): void {
  caches().add(cache);
}

/**
 * Makes this process ask the database about a session at its next use: after the commit that revoked it, or that changed
 * its member's role, name or access. Called before the commit, the old state could be read once more and kept for 4 s.
 */
export function forgetSession(sessionId: string): void {
  for (const cache of caches()) cache.drop(sessionId);
}
