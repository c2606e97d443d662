"use client";

import { Menu, Stack, Text, useMantineColorScheme } from "@mantine/core";
import { IconBook2, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { signOut } from "@/components/ui/api/auth";
import { AnchoredMenu } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { Link } from "@/components/ui/page/link";
import { useSession } from "@/components/ui/page/session";
import { colorSchemes } from "@/components/ui/shell/color-schemes";
import { roleNames, menus as texts } from "@/components/ui/texts";
import { colorSchemeFrom } from "@/components/ui/theme/color-scheme";

const icon = { size: 16, stroke: 1.6, "aria-hidden": true };

/** The signed-in user, their role, and account actions. */
export function AccountMenu(props: OverlayProps) {
  const { member, organisation } = useSession();
  return (
    <AnchoredMenu {...props} width={272}>
      <Stack role="none" gap={0} px="sm" py="xs" fz="xs" className="quiet">
        <Text span fz="sm" fw={600} c="bright">
          {member.name}
        </Text>
        <span>{member.email}</span>
        <span>
          {roleNames[member.role]} · {organisation.name}
        </span>
      </Stack>
      <Menu.Divider />
      <Menu.Item component={Link} href="/account" leftSection={<IconUserCircle {...icon} />}>
        Account
      </Menu.Item>
      <Menu.Item component="a" href="/docs" leftSection={<IconBook2 {...icon} />}>
        {texts.documentation}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={signOut}>
        {texts.signOut}
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
