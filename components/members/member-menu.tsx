"use client";

import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { Suspense, useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useSession } from "@/components/app/session";
import { confirm } from "@/components/feedback/confirm";
import { lazily, useOverlay } from "@/components/overlay/use-overlay";
import type { Member } from "@/lib/members/schemas";

const memberActions = lazily(async () => (await import("./member-actions")).MemberActions);
const MemberDialog = dynamic(() => import("./member-dialog").then((file) => file.MemberDialog));

interface Deed {
  send: () => Promise<unknown>;
  said: string;
}

/** What an administrator can do about a member; of themselves nobody changes what they may. */
export function MemberMenu({ member }: { member: Member }) {
  const { id, name, email } = member;
  const isMe = useSession().member.id === id;
  const [isEditing, setEditing] = useState(false);
  const { button, overlay } = useOverlay("menu", memberActions.preload);
  const act = useSend<Deed>({
    send: ({ send }) => send(),
    invalidates: [keys.members.all()],
    success: (_, { said }) => said,
  });

  const post = (path: string, said: string) => act.mutate({ send: () => api.post(`/v1/members/${id}/${path}`), said });
  async function disable(): Promise<void> {
    const isSure = await confirm({
      title: `Disable ${name}?`,
      body: "They are signed out everywhere and cannot sign in. It can be taken back.",
      action: "Disable",
      danger: true,
    });
    if (isSure) setDisabled(true);
  }
  const setDisabled = (disabled: boolean) =>
    act.mutate({
      send: () => api.patch(`/v1/members/${id}`, { disabled }),
      said: disabled ? `${name} is disabled.` : `${name} may sign in again.`,
    });
  async function resetFactor(): Promise<void> {
    const isSure = await confirm({
      title: `Take the second factor of ${name} away?`,
      body: "They sign in by password alone until they set up another. Make sure that it is them who ask.",
      action: "Take it away",
      danger: true,
    });
    if (isSure) post("second-factor/reset", `${name} has no second factor any more.`);
  }

  return (
    <>
      <ActionIcon {...button} aria-label={`Actions for ${name}`} loading={act.isPending}>
        <IconDots size={16} aria-hidden="true" />
      </ActionIcon>
      <Suspense>
        {overlay && (
          <memberActions.Lazy
            overlay={overlay}
            member={member}
            isMe={isMe}
            onEdit={() => setEditing(true)}
            onInviteAgain={() => post("invitation", `Another invitation is on its way to ${email}.`)}
            onSignOut={() => post("sign-out", `${name} is signed out.`)}
            onResetFactor={() => void resetFactor()}
            onDisable={() => void disable()}
            onEnable={() => setDisabled(false)}
          />
        )}
      </Suspense>
      {isEditing && <MemberDialog member={member} isMe={isMe} onClose={() => setEditing(false)} />}
    </>
  );
}
