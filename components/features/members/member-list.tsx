"use client";

import { ActionIcon, Text } from "@mantine/core";
import { IconDots, IconUsers } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { Suspense, useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { Note } from "@/components/ui/detail/note";
import { confirm } from "@/components/ui/feedback/confirm";
import { lazily, useOverlay } from "@/components/ui/overlay/use-overlay";
import { May, useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { roleNames } from "@/components/ui/texts";
import type { Member } from "@/lib/domains/members/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { roles } from "@/lib/platform/core/roles";
import { memberFilters, memberStatuses } from "./filters";
import { invitationText } from "./labels";
import { common, memberList as texts } from "./texts";

const MemberDialog = dynamic(() => import("./member-dialogs").then((file) => file.MemberDialog));
const memberActions = lazily(async () => (await import("./member-actions")).MemberActions);

const column = columnsOf<Member>();
const columns: Column<Member>[] = [
  column.text("name", terms.name, naming),
  column.text("email", terms.email, { inCards: "bare" }),
  column.text("role", terms.role, { cell: ({ role }) => roleNames[role], inCards: "bare" }),
  column.status("member", ({ status }) => status),
  {
    id: "secondFactor",
    header: texts.twoFactor,
    cell: (member) =>
      member.secondFactor ? (
        texts.on
      ) : member.status === "INVITED" ? (
        "–"
      ) : needsSecondFactor(member) ? (
        <Text span inherit fw={600} c="var(--doubt-text)">
          {texts.off}
        </Text>
      ) : (
        texts.off
      ),
    csv: ({ secondFactor }) => String(secondFactor),
    isEmpty: ({ status }) => status === "INVITED",
  },
  {
    id: "signsInWith",
    header: texts.signInMethods,
    inCards: false,
    cell: ({ signsInWith }) => signsInWith.map(labelOf).join(", ") || "–",
    csv: ({ signsInWith }) => signsInWith.join(" "),
  },
  column.time("accessExpiresAt", texts.accessEnds, {
    format: "day",
    none: terms.never,
    isEmpty: ({ accessExpiresAt }) => accessExpiresAt === null,
  }),
  column.time("lastSignInAt", texts.lastSignIn, { format: "relative", none: terms.never }),
  column.actions((member) => (
    <May permission="admin">
      <MemberMenu member={member} />
    </May>
  )),
];

/** Whether a password alone gives access to the decisions or settings of the organisation. */
function needsSecondFactor({ role, status, secondFactor, signsInWith }: Member): boolean {
  const decides = role === "ADMIN" || role === "APPROVER";
  return decides && status === "ACTIVE" && !secondFactor && signsInWith.includes("PASSWORD");
}

/** Notes on the listed members: invitations that were not sent, and missing 2FA. */
function MemberNotes({ members, areAll }: { members: readonly Member[]; areAll: boolean }) {
  const unprotected = members.filter(needsSecondFactor).length;
  return (
    <>
      {members.some(({ status }) => status === "INVITED") && <MailNotice />}
      {unprotected > 0 && <Note>{texts.offNote(unprotected, areAll)}</Note>}
    </>
  );
}

/** The members of the organisation. */
export function MemberList() {
  return (
    <ListPage<Member, typeof memberFilters>
      title={texts.members}
      description={texts.pageDescription}
      create={{
        label: common.inviteMember,
        permission: "admin",
        dialog: (onClose) => <MemberDialog onClose={onClose} />,
      }}
      name="members"
      listKey={keys.members.list}
      path="/v1/members"
      parsers={memberFilters}
      filterFields={{
        q: { label: texts.nameOrAddress, placeholder: texts.searchByNameOrAddress },
        role: { label: terms.role, options: roles, labelOf: (value) => roleNames[value] },
        status: { label: terms.status, options: memberStatuses, labelOf: labelOf },
      }}
      columns={columns}
      noteOn={(members, areAll) => <MemberNotes members={members} areAll={areAll} />}
      empty={{ icon: IconUsers, title: texts.noMembersYet }}
    />
  );
}

interface MemberChange {
  send: () => Promise<unknown>;
  message: string;
}

/** An administrator's actions for a member. Members cannot change their own role or access. */
function MemberMenu({ member }: { member: Member }) {
  const { id, name, email } = member;
  const session = useSession();
  const isMe = session.member.id === id;
  const [isEditing, setEditing] = useState(false);
  const { button, overlay } = useOverlay("menu", memberActions.preload);
  const act = useSend<MemberChange>({
    send: ({ send }) => send(),
    invalidates: [keys.members.all()],
    success: (_, { message }) => message,
  });
  const post = (path: string, message: string) =>
    act.mutate({ send: () => api.post(`/v1/members/${id}/${path}`), message });
  const setDisabled = (disabled: boolean) =>
    act.mutate({
      send: () => api.patch(`/v1/members/${id}`, { disabled }),
      message: disabled ? texts.disabled(name) : texts.enabled(name),
    });

  async function disable(): Promise<void> {
    const isSure = await confirm({
      title: texts.disableQuestion(name),
      body: texts.disableBody,
      action: terms.disable,
      danger: true,
    });
    if (isSure) setDisabled(true);
  }

  async function resetFactor(): Promise<void> {
    const isSure = await confirm({
      title: texts.resetTwoFactorQuestion(name),
      body: texts.resetBody,
      action: texts.resetTwoFactor,
      danger: true,
    });
    if (isSure) post("second-factor/reset", texts.twoFactorAuthentication(name));
  }

  return (
    <>
      <ActionIcon {...button} aria-label={texts.actionsForName(name)} loading={act.isPending}>
        <IconDots size={16} aria-hidden="true" />
      </ActionIcon>
      <Suspense>
        {overlay && (
          <memberActions.Lazy
            overlay={overlay}
            member={member}
            isMe={isMe}
            onEdit={() => setEditing(true)}
            onInviteAgain={() => post("invitation", invitationText(email, session.sendsMail))}
            onSignOut={() => post("sign-out", texts.signedOut(name))}
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
