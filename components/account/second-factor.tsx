"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSession } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { StatusBadge } from "@/components/values/status-badge";
import type { Member } from "@/lib/members/schemas";
import styles from "./account.module.css";

const SetupDialog = lazy(async () => ({ default: (await import("./second-factor-setup")).SecondFactorSetupDialog }));
const DisableDialog = lazy(async () => ({ default: (await import("./second-factor-disable")).SecondFactorDisable }));

/** The code of an authenticator app, beside the password. */
export function SecondFactor() {
  const { session } = useSession();
  const account = useQuery({
    queryKey: keys.account(),
    queryFn: ({ signal }) => api.get<Member>("/v1/account", undefined, { signal }),
  });
  const [opened, setOpened] = useState<"setup" | "disable" | null>(null);
  const close = () => setOpened(null);
  const isOn = account.data?.secondFactor;
  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <h2 id="second-factor">
        Second factor {isOn !== undefined && <StatusBadge kind="endpoint" value={isOn ? "ENABLED" : "DISABLED"} />}
      </h2>
      <p>
        {session.method === "OPENID"
          ? "You sign in through your organisation, which asks for second factors itself. One here is for your password."
          : "A code from an authenticator app, asked for after the password."}
      </p>
      {account.error && <ErrorState error={account.error} onRetry={() => void account.refetch()} />}
      {isOn === true && (
        <Button variant="default" size="xs" onClick={() => setOpened("disable")}>
          Switch off…
        </Button>
      )}
      {isOn === false && (
        <Button size="xs" onClick={() => setOpened("setup")}>
          Set up…
        </Button>
      )}
      <Suspense>
        {opened === "setup" && <SetupDialog onClose={close} />}
        {opened === "disable" && <DisableDialog onClose={close} />}
      </Suspense>
    </section>
  );
}
