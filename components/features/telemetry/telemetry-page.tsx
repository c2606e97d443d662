"use client";

import { Anchor } from "@mantine/core";
import { IconActivity, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useModelNames } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { ConfirmAction, DialogButton } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import type { TelemetryRule, TelemetrySource } from "@/lib/domains/opentelemetry/schemas";
import { labelOf } from "@/lib/platform/client/format";

const RuleDialog = dynamic(() => import("./rule-dialog").then((file) => file.RuleDialog));

export function TelemetryPage() {
  const names = useModelNames();
  const ruleColumns: Column<TelemetryRule>[] = [
    ruleColumn.text("service", "Service", { ...naming, cell: ({ service }) => service ?? "Any" }),
    ruleColumn.text("provider", "Provider", { cell: ({ provider }) => provider ?? "Any" }),
    ruleColumn.text("model", "Model name", { cell: ({ model }) => model ?? "Any" }),
    {
      id: "modelId",
      header: "Registered model",
      cell: ({ modelId }) => <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>,
      csv: ({ modelId }) => modelId,
    },
    ruleColumn.text("contents", "Prompts and completions", { labelOf }),
    ruleColumn.time("createdAt", "Created", { format: "relative" }),
    ruleColumn.actions((rule) => <DeleteRule rule={rule} />),
  ];
  return (
    <Page
      title="Telemetry"
      description="Assign OpenTelemetry data from your AI applications to registered models. Model calls, tool calls and agent steps are recorded as audit events."
      actions={
        <May permission="models:write">
          <DialogButton
            label="New rule"
            variant="filled"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            dialog={(close) => <RuleDialog onClose={close} />}
          />
        </May>
      }
    >
      <Section title="Unregistered sources">
        <ResourceTable
          name="telemetry-sources"
          label="Unregistered telemetry sources"
          columns={sourceColumns}
          listKey={keys.telemetrySources.list}
          path="/v1/telemetry/sources"
          empty={
            <EmptyState
              icon={<IconActivity size={28} />}
              title="No unregistered sources"
              text={
                <>
                  Telemetry from unregistered models is rejected, and its sources are listed here. To send telemetry,
                  set <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> to <code>/v1/otlp</code> of this service. See the{" "}
                  <Anchor component={Link} href="/docs" inherit underline="always">
                    API reference
                  </Anchor>
                  .
                </>
              }
            />
          }
        />
      </Section>
      <Section title="Rules">
        <ResourceTable
          name="telemetry-rules"
          label="Telemetry rules"
          columns={ruleColumns}
          listKey={keys.telemetryRules.list}
          path="/v1/telemetry/rules"
          empty={
            <EmptyState
              title="No rules yet"
              text="Telemetry that matches no rule is assigned to the registered model whose ID equals the model name or service name in the telemetry."
            />
          }
        />
      </Section>
    </Page>
  );
}

const sourceColumn = columnsOf<TelemetrySource>();
const sourceColumns: Column<TelemetrySource>[] = [
  sourceColumn.text("service", "Service", naming),
  sourceColumn.text("provider", "Provider"),
  sourceColumn.text("model", "Model name"),
  sourceColumn.count("rejected", "Rejected"),
  sourceColumn.time("firstSeenAt", "First seen", { format: "relative" }),
  sourceColumn.time("lastSeenAt", "Last seen", { format: "relative" }),
  sourceColumn.actions((source) => (
    <May permission="models:write">
      <DialogButton
        label="Register"
        aria-label={`Register ${source.model || source.service || "source"}`}
        size="compact-xs"
        dialog={(close) => <RuleDialog source={source} onClose={close} />}
      />
    </May>
  )),
];

const ruleColumn = columnsOf<TelemetryRule>();

function DeleteRule({ rule: { id, service, provider, model } }: { rule: TelemetryRule }) {
  const name = [service, provider, model].filter((part) => part !== null).join(", ");
  return (
    <May permission="models:write">
      <ConfirmAction
        label="Delete"
        aria-label={`Delete the rule for ${name}`}
        size="compact-xs"
        question={{
          title: `Delete the rule for ${name}?`,
          body: "Telemetry that only this rule matches will be rejected. Recorded events are kept.",
          action: "Delete rule",
          danger: true,
        }}
        send={() => api.delete(`/v1/telemetry/rules/${id}`)}
        invalidates={[keys.telemetryRules.all()]}
        success={() => "Rule deleted."}
      />
    </May>
  );
}
