"use client";

import { Menu } from "@mantine/core";
import { AnchoredMenu } from "@/components/overlay/anchored";
import type { OverlayProps } from "@/components/overlay/use-overlay";
import type { ExportFormat } from "./export-rows";

interface ExportMenuProps {
  overlay: OverlayProps;
  /** Where the server writes the file itself. */
  href: Readonly<Record<ExportFormat, string>> | undefined;
  onStart: (format: ExportFormat) => void;
}

export function ExportMenu({ overlay, href, onStart }: ExportMenuProps) {
  return (
    <AnchoredMenu {...overlay}>
      {(["csv", "ndjson"] as const).map((format) =>
        href ? (
          <Menu.Item key={format} component="a" href={href[format]} download>
            Export as {format.toUpperCase()}
          </Menu.Item>
        ) : (
          <Menu.Item key={format} onClick={() => onStart(format)}>
            Export as {format.toUpperCase()}
          </Menu.Item>
        ),
      )}
    </AnchoredMenu>
  );
}
