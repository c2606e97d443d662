"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import { useNow } from "@/lib/client/use-environment";
import { policyState } from "./policy-words";

const MuteDialog = dynamic(() => import("./mute-dialog").then((file) => file.MuteDialog));

/** Mutes a policy until a time that is asked for, or lets it speak again. */
export function MuteButton({ policy }: { policy: AlertPolicy }) {
  const [isMuting, setMuting] = useState(false);
  const isMuted = policyState(policy, useNow()) === "MUTED";
  const unmute = useSend<void, AlertPolicy>({
    send: () => api.patch(`/v1/alert-policies/${policy.id}`, { mutedUntil: null }),
    invalidates: [keys.alertPolicies.all()],
    success: () => "The policy tells of its alerts again.",
  });
  if (!policy.enabled) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={unmute.isPending}
        onClick={() => (isMuted ? unmute.mutate() : setMuting(true))}
      >
        {isMuted ? "Unmute" : "Mute"}
      </Button>
      {isMuting && <MuteDialog policy={policy} onClose={() => setMuting(false)} />}
    </>
  );
}
