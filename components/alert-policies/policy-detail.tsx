"use client";

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import styles from "./alert-policies.module.css";
import { DeletePolicy } from "./delete-policy";
import { EnableSwitch } from "./enable-switch";
import { MuteButton } from "./mute-button";
import { PolicyAlerts } from "./policy-alerts";
import { PolicyFacts } from "./policy-facts";

const breadcrumbs = [{ label: "Alert policies", href: "/alert-policies" }];

/** One policy: what it looks for, what came of it, and the alerts that it raised. */
export function PolicyDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.alertPolicies.one(id),
    queryFn: ({ signal }) => api.getWithTag<AlertPolicy>(`/v1/alert-policies/${id}`, undefined, { signal }),
  });
  if (query.data) return <PolicyView policy={query.data.data} />;
  return (
    <Page title="Alert policy" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the policy" />
      )}
    </Page>
  );
}

function PolicyView({ policy }: { policy: AlertPolicy }) {
  return (
    <Page
      title={policy.name}
      breadcrumbs={breadcrumbs}
      description={policy.description}
      actions={
        <May permission="alerts:configure">
          <MuteButton policy={policy} />
          <EnableSwitch policy={policy} />
          <Button
            component={Link}
            href={`/alert-policies/${policy.id}/change`}
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
          >
            Change
          </Button>
        </May>
      }
    >
      <div className={styles.columns}>
        <div>
          <PolicyFacts policy={policy} />
          <May permission="alerts:configure">
            <DeletePolicy policy={policy} />
          </May>
        </div>
        <PolicyAlerts policy={policy} />
      </div>
    </Page>
  );
}
