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
import { EmptyState, ReadOnly } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import type { TelemetryRule, TelemetrySource } from "@/lib/domains/opentelemetry/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { common, telemetryPage as texts } from "./texts";

const RuleDialog = dynamic(() => import("./rule-dialog").then((file) => file.RuleDialog));

export function TelemetryPage() {
  const names = useModelNames();
  const ruleColumns: Column<TelemetryRule>[] = [
    ruleColumn.text("service", terms.service, { ...naming, cell: ({ service }) => service ?? texts.any }),
    ruleColumn.text("provider", terms.provider, { cell: ({ provider }) => provider ?? texts.any }),
    ruleColumn.text("model", common.modelName, { cell: ({ model }) => model ?? texts.any }),
    {
      id: "modelId",
      header: common.registeredModel,
      cell: ({ modelId }) => <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>,
      csv: ({ modelId }) => modelId,
    },
    ruleColumn.text("contents", texts.promptsAndCompletions, { labelOf }),
    ruleColumn.time("createdAt", terms.created, { format: "relative" }),
    ruleColumn.actions((rule) => <DeleteRule rule={rule} />),
  ];
  return (
    <Page
      title={texts.telemetry}
      description={texts.telemetryDescription}
      actions={
        <May permission="models:write" otherwise={<ReadOnly permission="models:write" />}>
          <DialogButton
            label={texts.newRule}
            variant="filled"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            dialog={(close) => <RuleDialog onClose={close} />}
          />
        </May>
      }
    >
      <Section title={texts.unregisteredSources}>
        <ResourceTable
          name="telemetry-sources"
          label={texts.unregisteredTelemetrySources}
          columns={sourceColumns}
          listKey={keys.telemetrySources.list}
          path="/v1/telemetry/sources"
          empty={
            <EmptyState
              icon={<IconActivity size={28} />}
              title={texts.noUnregisteredSources}
              text={
                <>
                  Telemetry from unregistered models is rejected, and its sources are listed here. To send telemetry,
                  set <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> to this service's URL followed by <code>/v1/otlp</code>.
                  See the{" "}
                  <Anchor href="/docs/opentelemetry" inherit underline="always">
                    OpenTelemetry guide
                  </Anchor>
                  .
                </>
              }
            />
          }
        />
      </Section>
      <Section title={texts.rules}>
        <ResourceTable
          name="telemetry-rules"
          label={texts.telemetryRules}
          columns={ruleColumns}
          listKey={keys.telemetryRules.list}
          path="/v1/telemetry/rules"
          empty={<EmptyState title={texts.noRulesYet} text={texts.emptyText} />}
        />
      </Section>
    </Page>
  );
}

const sourceColumn = columnsOf<TelemetrySource>();
const sourceColumns: Column<TelemetrySource>[] = [
  sourceColumn.text("service", terms.service, naming),
  sourceColumn.text("provider", terms.provider),
  sourceColumn.text("model", common.modelName),
  sourceColumn.count("rejected", terms.rejected),
  sourceColumn.time("firstSeenAt", texts.firstSeen, { format: "relative", inCards: false }),
  sourceColumn.time("lastSeenAt", texts.lastSeen, { format: "relative" }),
  sourceColumn.actions((source) => (
    <May permission="models:write">
      <DialogButton
        label={common.register}
        aria-label={texts.registerModel(source.model, source.service)}
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
        label={texts.delete}
        aria-label={texts.deleteTheRuleFor(name)}
        size="compact-xs"
        question={{
          title: texts.deleteQuestion(name),
          body: texts.deleteBody,
          action: texts.deleteRule,
          danger: true,
        }}
        send={() => api.delete(`/v1/telemetry/rules/${id}`)}
        invalidates={[keys.telemetryRules.all()]}
        success={() => texts.ruleDeleted}
      />
    </May>
  );
}
