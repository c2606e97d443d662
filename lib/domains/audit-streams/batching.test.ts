import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AttemptOutcome, batchId, fits, isClosed, settleAttempt } from "@/lib/domains/audit-streams/batch";

const limits = { maxEvents: 10, maxBytes: 1_000, maxDelaySeconds: 5 };

describe("isClosed", () => {
  test.each([
    ["closes a batch with the maximum number of events", { events: 10, bytes: 10, oldestMs: 100_000 }, true],
    ["closes a batch with the maximum number of bytes", { events: 1, bytes: 1_000, oldestMs: 100_000 }, true],
    [
      "closes a batch whose first event has reached the maximum delay",
      { events: 1, bytes: 10, oldestMs: 95_000 },
      true,
    ],
    ["closes a batch whose first event has an unknown age", { events: 1, bytes: 10, oldestMs: null }, true],
    ["keeps a batch open below all limits", { events: 9, bytes: 999, oldestMs: 95_001 }, false],
  ])("%s", (_, waiting, closed) => {
    expect(isClosed(waiting, limits, 100_000)).toEqual(closed ? { closed } : { closed, atMs: 100_001 });
  });
});

test.each([
  ["accepts the first line of any size", { events: 0, bytes: 0 }, 5_000, true],
  ["accepts a line that reaches both limits exactly", { events: 9, bytes: 900 }, 100, true],
  ["rejects a line that exceeds the byte limit", { events: 1, bytes: 900 }, 101, false],
  ["rejects a line that exceeds the event limit", { events: 10, bytes: 10 }, 1, false],
])("a batch %s", (_, batch, bytes, expected) => {
  expect(fits(batch, bytes, limits)).toBe(expected);
});

test("a batch ID depends only on the stream, range and filter revision", () => {
  const span = { streamId: "str_1", from: 3, to: 9, filterRevision: 0 };
  expect(batchId(span)).toBe(batchId({ ...span }));
  expect(batchId(span)).toMatch(/^bat_[0-9a-f]{32}$/);
  const others = [{ streamId: "str_2" }, { from: 4 }, { to: 10 }, { filterRevision: 1 }];
  expect(new Set([span, ...others.map((other) => ({ ...span, ...other }))].map(batchId)).size).toBe(5);
});

describe("settleAttempt", () => {
  const progress = { maxEvents: 100, batchLimit: null as number | null, failures: 0 };
  const outcome = (statusCode: number | null, retryAfterMs: number | null = null): AttemptOutcome => ({
    statusCode,
    succeeded: statusCode !== null && statusCode >= 200 && statusCode < 300,
    retryAfterMs,
  });
  const most = { random: 1, scale: 1 };

  test.each([
    ["a success acknowledges the batch", progress, 100, outcome(204), { kind: "acknowledged", batchLimit: null }],
    [
      "a success after a 413 raises the batch limit",
      { ...progress, batchLimit: 50 },
      50,
      outcome(200),
      { kind: "acknowledged", batchLimit: 55 },
    ],
    [
      "a success near the maximum removes the batch limit",
      { ...progress, batchLimit: 96 },
      96,
      outcome(200),
      { kind: "acknowledged", batchLimit: null },
    ],
    ["410 disables the stream", progress, 100, outcome(410), { kind: "gone" }],
    ["413 halves the batch", progress, 25, outcome(413), { kind: "halved", batchLimit: 12 }],
    ["413 for a single event is retried", progress, 1, outcome(413), { kind: "retried", delayMs: 1_000 }],
    ["a missing response is retried", progress, 100, outcome(null), { kind: "retried", delayMs: 1_000 }],
    [
      "the fourth failure waits eight seconds",
      { ...progress, failures: 3 },
      100,
      outcome(500),
      { kind: "retried", delayMs: 8_000 },
    ],
    [
      "the hundredth failure waits five minutes",
      { ...progress, failures: 99 },
      100,
      outcome(500),
      { kind: "retried", delayMs: 300_000 },
    ],
    ["429 is retried after five seconds", progress, 100, outcome(429), { kind: "retried", delayMs: 5_000 }],
    ["503 is retried after five seconds", progress, 100, outcome(503), { kind: "retried", delayMs: 5_000 }],
    ["429 respects Retry-After", progress, 100, outcome(429, 60_000), { kind: "retried", delayMs: 60_000 }],
    [
      "Retry-After is limited to an hour",
      progress,
      100,
      outcome(503, 86_400_000),
      { kind: "retried", delayMs: 3_600_000 },
    ],
    [
      "a Retry-After shorter than the delay is ignored",
      progress,
      100,
      outcome(500, 10),
      { kind: "retried", delayMs: 1_000 },
    ],
  ])("%s", (_, given, events, ended, settled) => {
    expect(settleAttempt(given, events, ended, most)).toEqual(settled);
  });

  test("delays are random and at least half of the nominal delay", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (failures, random) => {
        const settled = settleAttempt({ ...progress, failures }, 5, outcome(500), { random, scale: 1 });
        const whole = Math.min(1_000 * 2 ** failures, 300_000);
        expect(settled.kind === "retried" && settled.delayMs >= whole / 2 - 1 && settled.delayMs <= whole).toBe(true);
      }),
    );
  });
});

/** Possible outcomes of an attempt: the receiver accepts the batch, its response is lost, or it rejects the batch. */
const ending = fc.constantFrom("taken", "answer lost", "refused", "killed before", "killed after");

test("a receiver that ignores repeated batch IDs gets each event once and in order, for any outcomes of attempts", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 400 }), matches: fc.boolean() }), { maxLength: 60 }),
      fc.array(fc.record({ ending, grows: fc.integer({ min: 1, max: 12 }) }), { maxLength: 80 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 100, max: 1_000 }),
      fc.integer({ min: 1, max: 10 }),
      (chain, endings, maxEvents, maxBytes, tooMany) => {
        const receiver = { ids: new Set<string>(), positions: [] as number[] };
        const stream = { position: 0, batchTo: null as number | null, batchLimit: null as number | null, failures: 0 };
        let head = 0;
        for (let n = 0; stream.position < chain.length && n < 1_000; n++) {
          const { ending, grows } = endings[n] ?? { ending: "taken" as const, grows: 5 };
          head = Math.min(chain.length, head + grows);
          const upTo = stream.batchTo ?? head;
          const isCut = stream.batchTo !== null;
          const limits = isCut
            ? { maxEvents: 1e9, maxBytes: 1e9 }
            : { maxEvents: Math.min(stream.batchLimit ?? maxEvents, maxEvents), maxBytes };
          const batch = { positions: [] as number[], bytes: 0, to: upTo };
          for (let position = stream.position + 1; position <= upTo; position++) {
            const event = chain[position - 1];
            if (!event?.matches) continue;
            if (!fits({ events: batch.positions.length, bytes: batch.bytes }, event.bytes, limits)) {
              batch.to = batch.positions.at(-1) ?? upTo;
              break;
            }
            batch.positions.push(position);
            batch.bytes += event.bytes;
          }
          if (batch.positions.length === 0) {
            stream.position = upTo;
            continue;
          }
          stream.batchTo = batch.to;
          const id = batchId({ streamId: "str_1", from: stream.position, to: batch.to, filterRevision: 0 });
          const isTooLarge = batch.positions.length > tooMany;
          const arrives = !isTooLarge && ["taken", "answer lost", "killed after"].includes(ending);
          if (arrives && !receiver.ids.has(id)) {
            receiver.ids.add(id);
            receiver.positions.push(...batch.positions);
          }
          // A killed process writes nothing.
          if (ending.startsWith("killed")) continue;
          const succeeded = ending === "taken" && !isTooLarge;
          const statusCode = isTooLarge ? 413 : succeeded ? 200 : ending === "refused" ? 500 : null;
          const ended = { statusCode, succeeded, retryAfterMs: null };
          const settled = settleAttempt({ ...stream, maxEvents }, batch.positions.length, ended, {
            random: 0,
            scale: 1,
          });
          if (settled.kind === "acknowledged") {
            Object.assign(stream, { position: batch.to, batchTo: null, batchLimit: settled.batchLimit, failures: 0 });
          } else if (settled.kind === "halved") {
            Object.assign(stream, { batchTo: null, batchLimit: settled.batchLimit });
          } else stream.failures += 1;
        }
        const expected = chain.flatMap(({ matches }, i) => (matches ? [i + 1] : []));
        expect(receiver.positions).toEqual(expected.slice(0, receiver.positions.length));
        if (stream.position >= chain.length) expect(receiver.positions).toEqual(expected);
      },
    ),
    { numRuns: 400 },
  );
});
