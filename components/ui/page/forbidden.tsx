import { StatePage } from "@/components/ui/page/state-page";
import { forbidden as texts } from "@/components/ui/shell-texts";
import { roleNames } from "@/components/ui/texts";
import { type Permission, rolePermissions, roles } from "@/lib/platform/core/roles";

const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Replaces a page that the user's role cannot open. `assignsRoles`: the user can change roles. */
export function Forbidden({ permission, assignsRoles }: { permission: Permission; assignsRoles: boolean }) {
  const allowed = roles.filter((role) => rolePermissions[role].includes(permission));
  const [first = "", ...others] = allowed.map((role) => `${roleNames[role].toLowerCase()}s`);
  const names = listFormat.format([first.charAt(0).toUpperCase() + first.slice(1), ...others]);
  return (
    <StatePage
      title={texts.title}
      text={`${texts.text(names)} ${assignsRoles ? texts.changeRoles : texts.askAdministrator}`}
      link={
        assignsRoles
          ? { href: "/settings/members", label: texts.goToMembers }
          : { href: "/", label: texts.goToOverview }
      }
    />
  );
}
