"use client";

import { useModelNames } from "@/components/audit/use-model-names";
import { Count } from "@/components/values/figures";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { Severity } from "@/components/values/severity";
import { Time } from "@/components/values/time";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import styles from "./alert-policies.module.css";
import { PolicyState } from "./policy-state";
import { minutesText } from "./policy-words";
import { ruleText } from "./rule-words";

/** What a policy looks for, whom it tells, and what came of it so far. */
export function PolicyFacts({ policy }: { policy: AlertPolicy }) {
  const names = useModelNames();
  const { figures, recipients } = policy;
  return (
    <>
      <section className={styles.section} aria-labelledby="rule">
        <h2 id="rule">Rule</h2>
        <p className={styles.rule}>{ruleText(policy.rule, names)}</p>
        <KeyValue
          rows={[
            ["Status", <PolicyState key="status" policy={policy} />],
            ["Severity", <Severity key="severity" value={policy.severity} />],
            ["After an alert", `Silent for ${minutesText(policy.cooldownMinutes)}`],
            ["Told by mail", recipients.length > 0 ? recipients.join(", ") : "Nobody"],
            ["Created", <Time key="created" value={policy.createdAt} />],
            ["Changed", <Time key="changed" value={policy.updatedAt} />],
            ["Id", <Id key="id" value={policy.id} />],
          ]}
        />
      </section>
      <section className={styles.section} aria-labelledby="figures">
        <h2 id="figures">What came of it</h2>
        <KeyValue
          rows={[
            ["Alerts", <Count key="alerts" value={figures.alerts} />],
            ["Last alert", <Time key="last" value={figures.lastTriggeredAt} format="full" none="Never" />],
            ["Held while silent", <Count key="suppressed" value={figures.suppressed} />],
            ["Held while muted", <Count key="muted" value={figures.muted} />],
          ]}
        />
      </section>
    </>
  );
}
