import type { PeriodEvent } from "@/lib/domains/audit-chain";
import { eventTypes, nameOfActor, severities } from "@/lib/domains/audit-chain/enums";
import { readReview } from "@/lib/domains/evidence";
import {
  type Contents,
  code,
  count,
  type Division,
  divide,
  figure,
  fill,
  Groups,
  groupTable,
  type Period,
  text,
} from "@/lib/domains/reports/kinds/document";
import type { Column, Table } from "@/lib/domains/reports/schemas";
import { labelOf } from "@/lib/platform/client/format";

/** Label of configuration changes without a kind. */
const ofNoKind = "Unspecified change";
const unknownActor = "Unknown (erased or unreadable)";

/** Kinds of changes to access: members and API keys. */
const accessKind = /^(MEMBER_|API_KEY_)/;

/** Counts the events of a period one by one. Pure. Memory grows with models, actors and kinds of change only. */
export class AuditActivityCollector {
  private events = 0;
  private alerts = 0;
  private reviews = 0;
  private overrides = 0;
  private configurations = 0;
  private accesses = 0;
  private erased = 0;
  private readonly division: Division;
  private readonly byDay = new Groups(1 + severities.length);
  private readonly byType = new Groups(1 + severities.length);
  private readonly bySeverity = new Groups(1);
  private readonly bySource = new Groups(1);
  private readonly byModel = new Groups(5);
  private readonly byActor = new Groups(1);
  private readonly actorNames = new Map<string, { type: string; name: string }>();
  private readonly changes = new Groups(1);

  /** `modelNames`: current names of models by ID. */
  constructor(
    period: Period,
    private readonly modelNames: ReadonlyMap<string, string>,
  ) {
    this.division = divide(period);
    fill(this.byDay, this.division.all);
    fill(this.byType, eventTypes);
    fill(this.bySeverity, severities);
  }

  take(event: PeriodEvent): void {
    const { eventType, severity, modelId, source, actor, payload } = event;
    this.events += 1;
    const ofSeverity = 1 + severities.findIndex((one) => one === severity);
    for (const [groups, group] of [
      [this.byDay, this.division.of(event.timestamp)],
      [this.byType, eventType],
    ] as const) {
      groups.add(group);
      if (ofSeverity > 0) groups.add(group, ofSeverity);
    }
    this.bySeverity.add(severity);
    this.bySource.add(source);
    this.takeActor(actor);
    this.byModel.add(modelId);
    if (actor === null) this.erased += 1;
    if (eventType === "ALERT") {
      this.alerts += 1;
      this.byModel.add(modelId, 1);
    }
    if (eventType === "HUMAN_REVIEW") {
      this.reviews += 1;
      this.byModel.add(modelId, 2);
      const { kind, outcome } = readReview(payload);
      if (kind === "caseReview" && outcome === "overridden") {
        this.overrides += 1;
        this.byModel.add(modelId, 3);
      }
    }
    if (eventType === "CONFIG_CHANGE") this.takeChange(modelId, payload);
  }

  finish(): Contents {
    return {
      isEmpty: this.events === 0,
      verification: "NOT_VERIFIED",
      figures: [
        figure("events", "Events", this.events, { note: "Events whose timestamps are in the period" }),
        figure("alerts", "Alerts", this.alerts),
        figure("reviews", "Human reviews", this.reviews),
        figure("overrides", "Overrides", this.overrides, { note: "Case reviews that overrode the model's decision" }),
        figure("configuration-changes", "Configuration changes", this.configurations),
        figure("access-changes", "Access changes", this.accesses, {
          note: "Changes to members, sign-in settings and API keys",
        }),
        figure("models", "Models with events", this.byModel.size),
        figure("erased", "Events without content", this.erased, {
          note: "Events that were erased following a legal request or cannot be read",
        }),
      ],
      tables: [
        this.dayTable(),
        groupTable(this.byType, {
          ...{ key: "by-type", title: "By type", chart: "bars" },
          description: "The number of events by type and severity.",
          columns: [code("type", "Type"), count("events", "Events"), ...severityColumns],
        }),
        groupTable(this.bySeverity, {
          ...{ key: "by-severity", title: "By severity", chart: "bars" },
          description: "The number of events by severity.",
          columns: [code("severity", "Severity"), count("events", "Events")],
        }),
        groupTable(this.byModel, {
          ...{ key: "by-model", title: "By model", chart: "bars" },
          description:
            "The number of events, alerts, reviews, overrides, and changes to configuration and access for each model.",
          columns: [
            text("model", "Model"),
            ...[count("events", "Events"), count("alerts", "Alerts"), count("reviews", "Reviews")],
            ...[count("overrides", "Overrides"), count("changes", "Changes")],
          ],
          nameOf: (id) => this.modelNames.get(id) ?? id,
        }),
        this.actorTable(),
        groupTable(this.bySource, {
          ...{ key: "by-source", title: "By source" },
          description: "The number of events sent by each system.",
          columns: [code("source", "Source"), count("events", "Events")],
        }),
        groupTable(this.changes, {
          ...{ key: "changes", title: "Configuration and access" },
          description: "The number of CONFIG_CHANGE events for each kind of change.",
          columns: [code("change", "Change"), count("events", "Events")],
        }),
      ],
    };
  }

  private takeActor(actor: PeriodEvent["actor"]): void {
    const key = actor ? `${actor.type} ${actor.id}` : unknownActor;
    this.byActor.add(key);
    if (actor && !this.actorNames.has(key)) {
      this.actorNames.set(key, { type: actor.type, name: nameOfActor(actor) });
    }
  }

  private takeChange(modelId: string, { kind }: Record<string, unknown>): void {
    const name = typeof kind === "string" && kind !== "" ? kind.slice(0, 100) : ofNoKind;
    this.changes.add(name);
    this.byModel.add(modelId, 4);
    if (accessKind.test(name)) this.accesses += 1;
    else this.configurations += 1;
  }

  private dayTable(): Table {
    const { unit, column } = this.division;
    return {
      key: "over-time",
      title: unit === "day" ? "Events per day" : "Events per month",
      description: `The number of events by ${unit} (UTC) and severity.`,
      columns: [column, count("events", "Events"), ...severityColumns],
      rows: this.byDay.inOrder().map(([day, sums]) => [day, ...sums]),
      total: this.byDay.size,
      chart: "days",
    };
  }

  private actorTable(): Table {
    const table = groupTable(this.byActor, {
      ...{ key: "by-actor", title: "By actor" },
      description: "The number of events for each person or system that performed an action.",
      columns: [text("actor", "Actor"), code("type", "Kind"), count("events", "Events")],
    });
    const rows = table.rows.map(([key, events]) => {
      const known = this.actorNames.get(String(key));
      return [known?.name ?? String(key), known?.type ?? null, events ?? 0];
    });
    return { ...table, rows };
  }
}

const severityColumns: Column[] = severities.map((severity) => count(severity, labelOf(severity)));
