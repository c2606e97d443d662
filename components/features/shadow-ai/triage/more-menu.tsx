import { Menu, Text } from "@mantine/core";
import { AnchoredMenu } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";

export interface MenuStep {
  label: string;
  keys: string;
  run: () => void;
}

/** The triage steps without a button, with their keyboard shortcuts. */
export function MoreMenu({ overlay, steps }: { overlay: OverlayProps; steps: readonly MenuStep[] }) {
  return (
    <AnchoredMenu {...overlay} position="bottom-end">
      {steps.map(({ label, keys, run }) => (
        <Menu.Item
          key={keys}
          onClick={run}
          rightSection={
            <Text span inherit c="dimmed" aria-hidden="true">
              {keys}
            </Text>
          }
        >
          {label}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
