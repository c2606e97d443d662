"use client";

import { type ComponentType, type ReactNode, Suspense } from "react";
import { type OverlayProps, useOverlay } from "@/components/overlay/use-overlay";
import styles from "./bar-button.module.css";

interface MenuButtonProps {
  label: string;
  /** The menu, and what begins to load it. */
  Lazy: ComponentType<OverlayProps>;
  preload: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A button of the top bar with a menu. */
export function MenuButton({ label, Lazy, preload, className, children }: MenuButtonProps) {
  const { button, overlay } = useOverlay("menu", preload);
  return (
    <>
      <button {...button} type="button" className={className ?? styles.icon} aria-label={label}>
        {children}
      </button>
      <Suspense>{overlay && <Lazy {...overlay} />}</Suspense>
    </>
  );
}
