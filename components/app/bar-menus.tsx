"use client";

import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconBook2, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { colorSchemes } from "@/components/app/color-schemes";
import { Link } from "@/components/app/link";
import { roleNames, useSession } from "@/components/app/session";
import { signOut } from "@/components/app/sign-out";
import { AnchoredMenu } from "@/components/overlay/anchored";
import type { OverlayProps } from "@/components/overlay/use-overlay";
import { colorSchemeFrom } from "@/components/theme/color-scheme";
import styles from "./account-menu.module.css";

const icon = { size: 16, stroke: 1.6, "aria-hidden": true };

/** Who is signed in and as what, and what concerns only them. */
export function AccountMenu(props: OverlayProps) {
  const { member, organisation } = useSession();
  return (
    <AnchoredMenu {...props} width={272}>
      <div className={styles.about} role="none">
        <strong>{member.name}</strong>
        <span>{member.email}</span>
        <span>
          {roleNames[member.role]} · {organisation.name}
        </span>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} href="/account" leftSection={<IconUserCircle {...icon} />}>
        Account
      </Menu.Item>
      <Menu.Item component="a" href="/docs" leftSection={<IconBook2 {...icon} />}>
        API reference
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={signOut}>
        Sign out
      </Menu.Item>
    </AnchoredMenu>
  );
}

export function ColorSchemeMenu(props: OverlayProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <AnchoredMenu {...props}>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(colorSchemeFrom(value))}>
        {colorSchemes.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </AnchoredMenu>
  );
}
