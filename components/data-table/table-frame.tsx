"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./data-table.module.css";

interface TableFrameProps {
  label: string;
  children: ReactNode;
}

/**
 * What a table stands in. While the table fits, the page scrolls and the head of the table sticks to its top; a table
 * that is too wide scrolls in its frame, which then is as high as the screen, so that the head can stick there.
 */
export function TableFrame({ label, children }: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);

  // The width that the page leaves, which nothing but the browser knows.
  useEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setOverflows(table.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={frame}
      className={styles.frame}
      data-overflows={overflows || undefined}
      {...(overflows && { tabIndex: 0, role: "region", "aria-label": `${label}, scrollable` })}
    >
      {children}
    </div>
  );
}
