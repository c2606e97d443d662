"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { MemberSession, SessionList as Sessions } from "@/lib/members/schemas";
import styles from "./account.module.css";
import { browserName } from "./browser-name";

/** Where one is signed in, each session with the way to end it. */
export function SessionList() {
  const query = useQuery({
    queryKey: keys.sessions(),
    queryFn: ({ signal }) => api.get<Sessions>("/v1/sessions", undefined, { signal }),
  });
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {query.isPending && <Skeletons.Rows count={2} label="sessions" />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <ul className={styles.rows}>
        {query.data?.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session }: { session: MemberSession }) {
  const { id, current, userAgent, network, method, secondFactor, lastSeenAt, expiresAt } = session;
  const end = useSend<void>({
    send: () => api.delete(`/v1/sessions/${id}`),
    invalidates: [keys.sessions()],
    success: () => "The session has ended.",
  });
  return (
    <li>
      <div className={styles.what}>
        <strong>{browserName(userAgent)}</strong>
        {current && " (this one)"}
        <p>
          {network}, {wordsOf(method)}
          {secondFactor && " with second factor"}. Seen <Time value={lastSeenAt} format="relative" />, ends{" "}
          <Time value={expiresAt} format="relative" />.
        </p>
      </div>
      {!current && (
        <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate()}>
          End it
        </Button>
      )}
    </li>
  );
}
