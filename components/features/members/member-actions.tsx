"use client";

import { Menu } from "@mantine/core";
import { AnchoredMenu } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import type { Member } from "@/lib/domains/members/schemas";

interface MemberActionsProps {
  overlay: OverlayProps;
  member: Member;
  isMe: boolean;
  onEdit: () => void;
  onInviteAgain: () => void;
  onSignOut: () => void;
  onResetFactor: () => void;
  onDisable: () => void;
  onEnable: () => void;
}

/** The actions that a member's status allows. */
export function MemberActions({ overlay, member: { status, secondFactor }, isMe, ...on }: MemberActionsProps) {
  return (
    <AnchoredMenu {...overlay}>
      <Menu.Item onClick={on.onEdit}>Edit…</Menu.Item>
      {status === "INVITED" && <Menu.Item onClick={on.onInviteAgain}>Resend invitation</Menu.Item>}
      {!isMe && <Menu.Item onClick={on.onSignOut}>Sign out everywhere</Menu.Item>}
      {!isMe && secondFactor && <Menu.Item onClick={on.onResetFactor}>Reset 2FA…</Menu.Item>}
      {!isMe && status !== "DISABLED" && (
        <Menu.Item color="red" onClick={on.onDisable}>
          Disable…
        </Menu.Item>
      )}
      {status === "DISABLED" && <Menu.Item onClick={on.onEnable}>Enable</Menu.Item>}
    </AnchoredMenu>
  );
}
