import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./entrance.module.css";
import { keyFeatures, entrance as texts } from "./texts";

interface EntranceProps {
  title: string;
  /** The task depends on data that is still loading. */
  isPending?: boolean;
  children: ReactNode;
}

/** The layout of pages before sign-in: a form, and a short description of the service. */
export function Entrance({ title, isPending = false, children }: EntranceProps) {
  return (
    <div className={styles.entrance}>
      <section className={styles.task} data-pending={isPending || undefined} aria-labelledby="entrance-title">
        <h1 id="entrance-title">{title}</h1>
        {children}
      </section>
      <aside aria-label={texts.aboutTheService}>
        <p className={styles.tagline}>{texts.tagline}</p>
        <KeyFeatures />
      </aside>
    </div>
  );
}

/** The product's key features, for the sign-in page. */
function KeyFeatures() {
  return (
    <Box component="dl" display="grid" m={0} style={{ gap: "var(--space-5)" }}>
      {keyFeatures.map(({ title, text }) => (
        <div key={title}>
          <Text component="dt" fz="md" fw={600}>
            {title}
          </Text>
          <Text component="dd" c="dimmed" fz="md" maw="32rem" m={0} mt="2xs">
            {text}
          </Text>
        </div>
      ))}
    </Box>
  );
}
