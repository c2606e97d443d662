"use client";

import { Button } from "@mantine/core";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { May } from "@/components/app/session";
import { confirm } from "@/components/feedback/confirm";
import { Time } from "@/components/values/time";
import type { StoredOverride } from "@/lib/shadow-ai/schemas-catalogue";
import { categoryWord } from "../words";
import styles from "./catalogue.module.css";

interface OverrideTableProps {
  overrides: readonly StoredOverride[];
  onEdit: (host: string) => void;
}

/** What the organisation knows better than the catalogue. */
export function OverrideTable({ overrides, onEdit }: OverrideTableProps) {
  const remove = useSend<string>({
    send: (host) => api.delete(`/v1/shadow-ai/catalogue/overrides/${encodeURIComponent(host)}`),
    invalidates: [keys.catalogue(), keys.detections.all()],
    success: (_, host) => `What was told of ${host} is taken back.`,
  });
  return (
    <section className={styles.overrides} aria-labelledby="overrides">
      <h2 id="overrides">What you know better</h2>
      <ul>
        {overrides.map(({ host, override, updatedAt }) => (
          <li key={host}>
            <code>{host}</code>
            <span>
              {override.ignore
                ? "Ignored"
                : [override.provider?.name, override.category && categoryWord(override.category)]
                    .filter(Boolean)
                    .join(", ")}
              {override.note && ` (${override.note})`}
            </span>
            <Time value={updatedAt} format="relative" />
            <May permission="shadow_ai:configure">
              <Button variant="default" size="compact-xs" onClick={() => onEdit(host)}>
                Change
              </Button>
              <Button
                variant="default"
                size="compact-xs"
                onClick={async () => {
                  if (await confirm({ title: `Take back what was told of ${host}?`, action: "Take back" }))
                    remove.mutate(host);
                }}
              >
                Take back
              </Button>
            </May>
          </li>
        ))}
      </ul>
    </section>
  );
}
