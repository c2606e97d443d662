"use client";

import { Menu } from "@mantine/core";
import { AnchoredMenu } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { terms } from "@/components/ui/terms";
import type { Member } from "@/lib/domains/members/schemas";
import { memberActions as texts } from "./texts";

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
      <Menu.Item onClick={on.onEdit}>{texts.edit}</Menu.Item>
      {status === "INVITED" && <Menu.Item onClick={on.onInviteAgain}>{texts.resendInvitation}</Menu.Item>}
      {!isMe && <Menu.Item onClick={on.onSignOut}>{texts.signOutEverywhere}</Menu.Item>}
      {!isMe && secondFactor && <Menu.Item onClick={on.onResetFactor}>{texts.resetTwoFactor}</Menu.Item>}
      {!isMe && status !== "DISABLED" && (
        <Menu.Item color="red" onClick={on.onDisable}>
          {texts.disable}
        </Menu.Item>
      )}
      {status === "DISABLED" && <Menu.Item onClick={on.onEnable}>{terms.enable}</Menu.Item>}
    </AnchoredMenu>
  );
}
