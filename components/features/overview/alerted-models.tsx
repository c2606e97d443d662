"use client";

import { Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { breakable } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { Overview } from "@/lib/domains/overview/schemas";
import { queryString } from "@/lib/platform/client/query-string";
import { alertedModels as texts } from "./texts";

/** Models with alerts. Each number links to the alerts in the audit trail. */
export function AlertedModels({ alerts: { models, total, hasMore } }: { alerts: Overview["alerts"] }) {
  if (models.length === 0) return null;
  const alertsHref = (modelId?: string) => `/audit${queryString({ eventType: "ALERT", modelId })}`;
  return (
    <Section
      title={texts.title}
      action={<Link href={alertsHref()}>{texts.viewAlerts}</Link>}
      note={texts.note(hasMore)}
      panel
    >
      <ul className="plain-list" data-divided data-rows>
        {models.map((model) => (
          <li key={model.modelId}>
            <span data-grow>
              <Link href={`/models/${model.modelId}`}>{breakable(model.modelName)}</Link>
              <div className="quiet">
                <Link href={alertsHref(model.modelId)}>{texts.alerts(model, hasMore)}</Link>
                {texts.unresolved(model, hasMore)}, {texts.latest}{" "}
                <Link href={`/audit/${model.latestAlertId}`}>
                  <Time value={model.latestAlertAt} format="relative" focusable={false} />
                </Link>
              </div>
            </span>
            {model.highestUnresolvedSeverity !== null && (
              <span>
                <span className="quiet">{texts.highest(hasMore)}</span>{" "}
                <Severity value={model.highestUnresolvedSeverity} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {total > models.length && (
        <p className="quiet">
          {texts.inTotal(total, { hasMore, hasUnresolved: models[0]?.highestUnresolvedSeverity != null })}
        </p>
      )}
    </Section>
  );
}
