import {
  CompiledPolicies,
  compile,
  newState,
  type PolicyState,
  passes,
  subjectOf,
  takeEvent,
  type WatchedPolicy,
} from "@/lib/domains/alert-policies/matching";
import { requireModels } from "@/lib/domains/alert-policies/policies";
import { describeAlert } from "@/lib/domains/alert-policies/raise-alerts";
import type { AlertRulePreview, PreviewAlertRule, PreviewedAlert } from "@/lib/domains/alert-policies/schemas";
import {
  type EventOutline,
  findChainEnd,
  findFirstReceived,
  findOutlines,
  readPayloads,
} from "@/lib/domains/audit-chain";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { unavailable, validationFailed } from "@/lib/platform/core/errors";
import { Semaphore } from "@/lib/platform/core/semaphore";
import { singleton } from "@/lib/platform/core/singleton";

/** Maximum number of events per preview: the newest of its range. */
export const previewEventsMax = 20_000;
const daysMax = 31;
const daysByDefault = 7;
const dayMs = 24 * 60 * 60 * 1_000;
const shownMax = 100;
const pageEvents = 1_000;

/** Concurrent previews in this process, and callers that wait for one to finish. */
const concurrentMax = 2;
const waitingMax = 14;

/**
 * Evaluates a rule against past events, as its policy would have at the time, and returns how often and for which
 * events it would have raised an alert. Earlier events are not counted, and nothing is written. Throws
 * `model_not_registered`, `validation_failed` for a range that is too long, and `unavailable` if too many previews are
 * waiting.
 */
export async function previewRule(ctx: Context, input: PreviewAlertRule): Promise<AlertRulePreview> {
  const toMs = input.to === undefined ? ctx.clock.now() : Date.parse(input.to);
  const fromMs = input.from === undefined ? toMs - daysByDefault * dayMs : Date.parse(input.from);
  if (fromMs > toMs) throw validationFailed([{ path: "from", message: "must not be after `to`" }]);
  if (toMs - fromMs > daysMax * dayMs) {
    throw validationFailed([{ path: "from", message: `must not be more than ${daysMax} days before \`to\`` }]);
  }
  await requireModels(ctx, input.rule);
  const semaphore = singleton("alert-previews", () => new Semaphore(concurrentMax, waitingMax));
  const done = await semaphore.within(() => preview(ctx.organisation.id, input, { fromMs, toMs }));
  if (!done) throw unavailable("Too many rule previews are running. Try again in a moment.");
  return done.result;
}

async function preview(
  organisationId: string,
  { rule, cooldownMinutes }: PreviewAlertRule,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<AlertRulePreview> {
  const [from, to] = [isoMilliseconds(fromMs), isoMilliseconds(toMs)];
  const size = await findChainEnd(organisationId);
  const start = await findFirstReceived(organisationId, size, (recordedAt) => recordedAt >= from);
  const end = (await findFirstReceived(organisationId, size, (recordedAt) => recordedAt > to)) - 1;
  const first = Math.max(start, end - previewEventsMax + 1);
  const policy = { id: "", rule, ruleRevision: 1, activeFrom: 0, cooldownMinutes, mutedUntilMs: null };
  const trial = new Trial(policy);
  let readFrom: number | undefined;
  let eventsRead = 0;
  for (let after = first - 1; after < end; ) {
    const page = await findOutlines(undefined, organisationId, { after, limit: Math.min(pageEvents, end - after) });
    const last = page.at(-1);
    if (!last) break;
    after = last.chainPosition;
    eventsRead += page.length;
    readFrom ??= page[0]?.recordedAtMs;
    await trial.takeAll(organisationId, page);
  }
  return {
    from,
    to,
    eventsRead,
    isCut: first > start,
    readFrom: readFrom === undefined || Number.isNaN(readFrom) ? null : isoMilliseconds(readFrom),
    ...trial.figures,
    events: trial.shown,
  };
}

/** Evaluates one rule against consecutive events. */
class Trial {
  readonly figures = { matched: 0, alerts: 0, suppressed: 0 };
  readonly shown: PreviewedAlert[] = [];
  private readonly compiled: CompiledPolicies<WatchedPolicy>;
  private readonly states = new Map<string, PolicyState>();

  constructor(private readonly policy: WatchedPolicy) {
    this.compiled = new CompiledPolicies([policy]);
  }

  async takeAll(organisationId: string, page: EventOutline[]): Promise<void> {
    const candidates = page.filter((event) => this.compiled.candidates(event).length > 0);
    const values = new Map<number, number | undefined>();
    if (this.policy.rule.payload !== undefined) {
      const rule = compile(this.policy);
      const positions = candidates.map(({ chainPosition }) => chainPosition);
      await readPayloads(undefined, organisationId, positions, (position, payload) => {
        values.set(position, passes(rule, payload));
      });
    }
    for (const event of candidates) this.take(event, values.get(event.chainPosition));
  }

  private take(event: EventOutline, value: number | undefined): void {
    const { policy, figures } = this;
    if (policy.rule.payload !== undefined && value === undefined) return;
    figures.matched += 1;
    const subject = subjectOf(policy, event.modelId);
    const state = this.states.get(subject) ?? newState(policy.ruleRevision);
    this.states.set(subject, state);
    const held = takeEvent(policy, state, event.recordedAtMs);
    if (held === "suppressed") figures.suppressed += 1;
    if (held !== "alert") return;
    figures.alerts += 1;
    if (this.shown.length >= shownMax) return;
    const { message, observed, threshold } = describeAlert(policy.rule, event, value);
    const { id: eventId, chainPosition, modelId, recordedAtMs } = event;
    const recordedAt = isoMilliseconds(recordedAtMs);
    this.shown.push({ eventId, chainPosition, modelId, recordedAt, message, observed, threshold });
  }
}
